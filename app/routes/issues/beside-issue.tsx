import type { ComponentProps } from "react";
import { href } from "react-router";
import { PeopleSide } from "./discussion/people-side.tsx";
import { IssueSide } from "./issue-side.tsx";

type Props = Omit<ComponentProps<typeof IssueSide>, "children"> & Pick<ComponentProps<typeof PeopleSide>, "people">;

/** All that stands beside an issue. */
export function BesideIssue({ people, ...side }: Props) {
  const { project, issue } = side;
  return (
    <IssueSide {...side}>
      <PeopleSide people={people} action={href("/:project/issues/:issue", { project, issue: issue.shortId })} />
    </IssueSide>
  );
}
