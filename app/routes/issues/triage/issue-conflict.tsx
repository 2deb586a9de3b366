import { href, useLocation } from "react-router";
import type { Conflicts } from "./conflict.ts";
import { ConflictPage } from "./conflict-page.tsx";

type Props = Conflicts & { project: string; issue: string };

/** Changes by others since the page was loaded. A separate part that the page loads on demand. */
export function IssueConflict({ project, issue, ...conflicts }: Props) {
  const { pathname, search } = useLocation();
  return (
    <ConflictPage
      {...conflicts}
      to={href("/:project/issues/:issue", { project, issue }) + search}
      back={{ pathname, search }}
      next={pathname + search}
    />
  );
}
