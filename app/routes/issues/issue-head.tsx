import { type KeptList, useKeptList } from "#app/enhance/kept-list.ts";
import { href, Link, useLocation } from "react-router";
import { late } from "#app/enhance/late.tsx";
import { NewsLine } from "#app/enhance/news-line.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Crumbs } from "#app/ui/head.tsx";
import { ScopeMenus } from "#app/routes/projects/scope-menus.tsx";
import { keptSearch } from "#app/ui/format/scope.ts";
import { StateBadge } from "#app/ui/state-badge.tsx";
import { IssueName } from "./issue-name.tsx";
import { TriageForms, type TriageProps } from "./triage/triage-forms.tsx";

const StateRemark = late(async () => (await import("./state-remark.tsx")).StateRemark);

export function IssueHead({
  now,
  label,
  ...triage
}: TriageProps & { now: number; label: string | undefined }) {
  const { project, issue } = triage;
  return (
    <header className="issue-head">
      <IssueCrumbs project={project} issue={issue.shortId} />
      <h1>
        <IssueName issue={{ ...issue, label }} />
      </h1>
      <p className="issue-line meta">
        <span>
          <StateBadge state={issue.state} />
          <StateRemark issue={issue} now={now} />
        </span>
        {issue.culprit && <code>{issue.culprit}</code>}
        <span>{issue.level}</span>
        {issue.unhandled && <span className="bad">Unhandled</span>}
        <NewsLine project={project} seen={triage.seen} issue={issue} />
      </p>
      <TriageForms {...triage} />
    </header>
  );
}

/**
 * The link back to the list in its previous state, and with scripts, links to adjacent issues in
 * it.
 */
function IssueCrumbs({ project, issue }: { project: string; issue: string }) {
  const location = useLocation();
  const search = keptSearch(location.search);
  const pathname = href("/:project/issues", { project });
  const list = useKeptList(pathname);
  const isItself = location.pathname === href("/:project/issues/:issue", { project, issue });
  const query = isItself && new URLSearchParams(location.search).get("query");
  // A list that was searched by user goes on with this user's events.
  const steps = query ? `${new URLSearchParams([["query", query]])}&${search}` : search;
  return (
    <Crumbs
      scope={
        <>
          {list && <Steps {...{ project, issue, list }} search={steps} />}
          <ScopeMenus />
        </>
      }
    >
      <Link to={list?.path ?? { pathname, search }} aria-keyshortcuts="u">
        Issues
      </Link>
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
