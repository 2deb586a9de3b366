import { href, Link, useLocation } from "react-router";
import { NewsLine } from "#app/enhance/news-line.tsx";
import { keptSearch } from "#app/ui/scope.ts";
import { ReleaseLink } from "#app/ui/release-link.tsx";
import { StateBadge } from "#app/ui/state-badge.tsx";
import { Time } from "#app/ui/time.tsx";
import { counted } from "#app/ui/count.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { IgnoreUntil } from "#server/domain/issue/state.ts";
import { IssueName } from "./issue-name.tsx";
import { TriageForms, type TriageProps } from "./triage-forms.tsx";
import { Crumbs } from "#app/ui/head.tsx";
import { ScopeMenus } from "#app/routes/projects/scope-menus.tsx";

export function IssueHead({ now, label, ...triage }: TriageProps & { now: number; label: string | undefined }) {
  const { project, issue } = triage;
  const { search } = useLocation();
  return (
    <header className="issue-head">
      <Crumbs scope={<ScopeMenus />}>
        <Link to={{ pathname: href("/:project/issues", { project }), search: keptSearch(search) }}>Issues</Link>
        {" / "}
        <code>{issue.shortId}</code>
      </Crumbs>
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

/** What the state's word leaves out. */
function StateRemark({ issue: { state, count, userCount }, now }: { issue: Issue; now: number }) {
  if (state.state === "resolved")
    return (
      <>
        {" "}
        {state.in.kind === "release" && (
          <>
            in <ReleaseLink version={state.in.version} />{" "}
          </>
        )}
        <Time at={state.at} now={now} />
      </>
    );
  if (state.state === "ignored") return <> {ignoredUntil(state.until, { count, userCount }, now)}</>;
  return null;
}

function ignoredUntil(until: IgnoreUntil, { count, userCount }: Pick<Issue, "count" | "userCount">, now: number) {
  switch (until.kind) {
    case "forever":
      return "until it is reopened";
    case "time":
      return <Time at={until.at} now={now} />;
    case "count":
      return `until ${counted(Math.max(0, until.count - count), "more event")}`;
    case "users":
      return `until ${counted(Math.max(0, until.users - userCount), "more person", "more people")}`;
    case "escalates":
      return "until it happens more often than before";
  }
}
