import { href, Link, useLocation } from "react-router";
import { type KeptList, useKeptList } from "#app/enhance/kept-list.ts";
import { ScopeMenus } from "#app/routes/projects/scope-menus.tsx";
import { Crumbs } from "#app/ui/head.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { keptSearch } from "#app/ui/scope.ts";

/**
 * The way back to the list as it was, and with scripts to the issues before and after this one in
 * it.
 */
export function IssueCrumbs({ project, issue }: { project: string; issue: string }) {
  const search = keptSearch(useLocation().search);
  const pathname = href("/:project/issues", { project });
  const list = useKeptList(pathname);
  return (
    <Crumbs
      scope={
        <>
          {list && <Steps {...{ project, issue, list, search }} />}
          <ScopeMenus />
        </>
      }
    >
      <Link to={list?.path ?? { pathname, search }} aria-keyshortcuts="u">
        Issues
      </Link>
      {" / "}
      <code>{issue}</code>
    </Crumbs>
  );
}

type StepsProps = { project: string; issue: string; list: KeptList; search: string };

function Steps({ project, issue, list: { issues }, search }: StepsProps) {
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
        to={{ pathname: href("/:project/issues/:issue", { project, issue: to }), search }}
        aria-label={name}
        title={name}
        aria-keyshortcuts={shortcut}
      >
        <Icon name={icon} />
      </Link>
    ),
  );
}
