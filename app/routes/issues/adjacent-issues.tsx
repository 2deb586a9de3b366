import { href, Link, useLocation } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import type { KeptList } from "./kept-list.ts";

type Props = { project: string; issue: string; list: KeptList; search: string };

/** Links to the previous and the next issue in the list from which this issue was opened. */
export function AdjacentIssues({ project, issue, list: { issues }, search }: Props) {
  const { pathname, search: own } = useLocation();
  const pathOf = (shortId: string) => href("/:project/issues/:issue", { project, issue: shortId });
  const query = pathname === pathOf(issue) && new URLSearchParams(own).get("query");
  // A list that was searched by user goes on with this user's events.
  const kept = query ? `${new URLSearchParams([["query", query]])}&${search}` : search;
  const at = issues.indexOf(issue);
  const steps = [
    { name: "Previous issue", icon: "left", shortcut: "k", to: issues[at - 1] },
    { name: "Next issue", icon: "right", shortcut: "j", to: at < 0 ? undefined : issues[at + 1] },
  ] as const;
  return steps.map(({ name, icon, shortcut, to }) =>
    to === undefined ? (
      <span key={name} className="button quiet ended">
        <Icon name={icon} />
      </span>
    ) : (
      <Link
        key={name}
        className="button quiet"
        to={{ pathname: pathOf(to), search: kept }}
        aria-label={name}
        title={name}
        aria-keyshortcuts={shortcut}
      >
        <Icon name={icon} />
      </Link>
    ),
  );
}
