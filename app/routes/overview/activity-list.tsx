import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { utc } from "#app/ui/format/ago.ts";
import { dayLabel } from "#app/ui/chart/ticks.ts";
import { counted } from "#server/domain/count.ts";
import { adoptionText } from "#server/domain/release/adoption.ts";
import type { OverviewActivity } from "#server/domain/overview/activity.ts";
import { versionLabel } from "#server/domain/release/mark.ts";
import { type Links, useLinks } from "./links.ts";
import type { ShownOverview } from "./shown-overview.ts";

type ListProps = { project: string; shown: ShownOverview; now: number };

/** Issue activity, deploys, missed check-ins, and alerts, newest first. */
export function ActivityList({ project, shown: { activity }, now }: ListProps) {
  const links = useLinks(project);
  return (
    <section className="part">
      <header>
        <h2>Activity</h2>
      </header>
      {activity.length === 0 ? (
        <p className="empty">
          No deploys, resolved or regressed issues, missed check-ins, or alerts in this period.
        </p>
      ) : (
        <ol className="timeline">
          {activity.map((entry) => {
            const { text, mark } = wordsOf(entry, project, links);
            return (
              <li key={`${entry.kind} ${entry.at}`}>
                <time dateTime={new Date(entry.at).toISOString()} title={utc(entry.at)}>
                  {momentText(entry.at, now)}
                </time>
                <i />
                <span>{text}</span>
                <span>{mark}</span>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}

const dayMs = 86_400_000;

const momentText = (at: number, now: number): string =>
  Math.floor(at / dayMs) === Math.floor(now / dayMs) || now - at < dayMs
    ? utc(at).slice(11, 16)
    : dayLabel(at);

type Words = { text: ReactNode; mark?: ReactNode };

function wordsOf(entry: OverviewActivity, project: string, links: Links): Words {
  switch (entry.kind) {
    case "deploy":
      return deployWords(entry, links);
    case "issue":
      return issueWords(entry, project, links);
    case "monitor":
      return {
        text: (
          <>
            <Link
              to={links.to(href("/:project/monitors/:monitor", { project, monitor: entry.slug }))}
            >
              <b>{entry.name}</b>
            </Link>{" "}
            {incidentWords[entry.what].text}
          </>
        ),
        mark: incidentWords[entry.what].mark,
      };
    case "alert":
      return {
        text: (
          <>
            <Link
              to={links.to(href("/:project/alerts/:rule", { project, rule: String(entry.ruleId) }))}
            >
              <b>{entry.name}</b>
            </Link>{" "}
            triggered
          </>
        ),
        mark: entry.isFiring ? (
          <span className="badge regressed">Firing</span>
        ) : (
          <span className="badge">Alert</span>
        ),
      };
  }
}

const incidentWords = {
  missed: { text: "missed a check-in", mark: <span className="badge regressed">Missed</span> },
  late: { text: "timed out", mark: <span className="badge regressed">Timed out</span> },
  failed: { text: "failed", mark: <span className="badge regressed">Failed</span> },
  recovered: { text: "recovered", mark: <span className="badge resolved">Recovered</span> },
};

function deployWords(entry: Extract<OverviewActivity, { kind: "deploy" }>, links: Links): Words {
  const { version, environment, commits, adoption } = entry;
  return {
    text: (
      <>
        <Link to={links.release(version)}>
          <b>{versionLabel(version)}</b>
        </Link>
        {` deployed to ${environment}${commits > 0 ? `, ${counted(commits, "commit")}` : ""}`}
      </>
    ),
    mark: adoption && <small>{adoptionText(adoption)}</small>,
  };
}

type IssueEntry = Extract<OverviewActivity, { kind: "issue" }>;

const issueVerbs: { [what in IssueEntry["what"]]?: string } = {
  resolved: "resolved",
  ignored: "ignored",
  reopened: "reopened",
};

function issueWords({ what, by, shortIds }: IssueEntry, project: string, links: Links): Words {
  const [first = "", ...others] = shortIds;
  const issue = (
    <Link to={links.to(href("/:project/issues/:issue", { project, issue: first }))}>
      <b>{first}</b>
    </Link>
  );
  const more = others.length > 0 && ` and ${counted(others.length, "other")}`;
  if (what === "regressed")
    return {
      text: <>{issue} regressed</>,
      mark: <span className="badge regressed">Regressed</span>,
    };
  if (what === "woken") return { text: <>{issue} is no longer ignored</> };
  const verb = issueVerbs[what] ?? what;
  if (by === "")
    return {
      text: (
        <>
          {issue}
          {more} was {verb} automatically
        </>
      ),
    };
  return {
    text: (
      <>
        {`${by} ${verb} `}
        {issue}
        {more}
      </>
    ),
  };
}
