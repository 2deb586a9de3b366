import { href, useLocation } from "react-router";
import type { Conflicts } from "./conflict.ts";
import { ConflictPage } from "./conflict-page.tsx";

type Props = Conflicts & { project: string; issue: string };

/**
 * What others did to an issue since its page was made. It is a part of its own, which the page
 * loads only then.
 */
export function IssueConflict({ project, issue, ...conflicts }: Props) {
  const { pathname, search } = useLocation();
  return (
    <ConflictPage
      {...conflicts}
      project={project}
      to={href("/:project/issues/:issue", { project, issue }) + search}
      back={{ pathname, search }}
      next={pathname + search}
    />
  );
}
