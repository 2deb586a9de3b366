import { href, Link, useLocation } from "react-router";
import { late } from "#app/enhance/late.tsx";
import { NewsLine } from "#app/enhance/news-line.tsx";
import { Crumbs } from "#app/ui/head.tsx";
import { ScopeMenus } from "#app/routes/projects/scope-menus.tsx";
import { keptSearch } from "#app/ui/format/scope.ts";
import { StateBadge } from "#app/ui/state-badge.tsx";
import { IssueName } from "./issue-name.tsx";
import { useKeptList } from "./kept-list.ts";
import { TriageForms, type TriageProps } from "./triage/triage-forms.tsx";

const AdjacentIssues = late(async () => (await import("./adjacent-issues.tsx")).AdjacentIssues);
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
  const search = keptSearch(useLocation().search);
  const pathname = href("/:project/issues", { project });
  const list = useKeptList(pathname);
  return (
    <Crumbs
      scope={
        <>
          {list && <AdjacentIssues {...{ project, issue, list, search }} />}
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
