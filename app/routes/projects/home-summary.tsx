import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { shareText } from "#app/routes/routes/figure-text.ts";
import { counted, grouped, shareOf } from "#server/domain/count.ts";
import { newIssuesMost } from "#server/domain/issue/issue.ts";

/** What the sentence needs of a project; `newIssues` of the last 24 hours. */
export type HomeRow = {
  slug: string;
  name: string;
  overview?: { newIssues: number };
  traffic?: { count: number; failed: number };
};

/** A smaller share of failed requests is not worth a sentence. */
const noticeableShare = 0.01;

const newIssuesOf = ({ overview }: HomeRow): number => overview?.newIssues ?? 0;

const failedShareOf = ({ traffic }: HomeRow): number =>
  (traffic && shareOf(traffic.failed, traffic.count)) ?? 0;

/** Most new issues first, then the highest failure rate, then by name. */
export const worstFirst = <R extends HomeRow>(rows: R[]): R[] =>
  rows.toSorted(
    (a, b) =>
      newIssuesOf(b) - newIssuesOf(a) ||
      failedShareOf(b) - failedShareOf(a) ||
      (a.name < b.name ? -1 : 1),
  );

/** `1,204`; `1,000+` if a project has more than are counted. */
export const newIssuesText = (rows: HomeRow[]): string => {
  const total = rows.reduce((sum, row) => sum + newIssuesOf(row), 0);
  return rows.some((row) => newIssuesOf(row) >= newIssuesMost)
    ? `${grouped(total)}+`
    : grouped(total);
};

/** What is wrong now, in a sentence or two. `rows`: worst first. */
export function HomeSummary({ rows }: { rows: HomeRow[] }) {
  const affected = rows.filter((row) => newIssuesOf(row) > 0);
  const [failing] = rows
    .filter((row) => failedShareOf(row) >= noticeableShare)
    .toSorted((a, b) => failedShareOf(b) - failedShareOf(a));
  return (
    <p className="summary">
      {issuesSentence(affected)}
      {failing && (
        <>
          {" "}
          {shareText(failedShareOf(failing))} of requests to {projectLink(failing)} failed.
        </>
      )}
    </p>
  );
}

function issuesSentence([worst, ...others]: HomeRow[]): ReactNode {
  if (!worst) return "No new unresolved issues in the last 24 hours.";
  if (others.length === 0)
    return (
      <>
        {projectLink(worst)} has {newIssuesText([worst])}{" "}
        {newIssuesOf(worst) === 1 ? "new unresolved issue" : "new unresolved issues"} in the last 24
        hours.
      </>
    );
  const all = [worst, ...others];
  const isMost = newIssuesOf(worst) > newIssuesOf(others[0]!);
  return (
    <>
      {newIssuesText(all)} new unresolved issues in {counted(all.length, "project")} in the last 24
      hours
      {isMost && (
        <>
          , {newIssuesText([worst])} of them in {projectLink(worst)}
        </>
      )}
      .
    </>
  );
}

const projectLink = ({ slug, name }: HomeRow) => (
  <Link to={href("/:project", { project: slug })}>{name}</Link>
);
