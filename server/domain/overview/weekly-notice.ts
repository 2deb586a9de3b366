import { counted } from "#server/domain/count.ts";
import { issueTitle } from "#server/domain/issue/issue.ts";
import type { Notice } from "#server/domain/notice/notice.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { RouteChange } from "#server/domain/release/route-changes.ts";
import { versionLabel } from "#server/domain/release/mark.ts";
import { routeTitle } from "#server/domain/rollup/operation.ts";
import { durationParts } from "#server/domain/trace/duration-parts.ts";
import { type ChangedIssue, isResolved } from "./changed-issue.ts";
import { months, summaryOf, type SummaryFacts, summaryText } from "./summary.ts";

type Week = {
  project: Pick<Project, "slug" | "name">;
  facts: SummaryFacts;
  issues: readonly ChangedIssue[];
};

const mostRoutes = 6;

/** A project's weekly digest: its overview's summary, then changed issues and routes. */
export function weeklyNotice({ project, facts, issues }: Week): Notice {
  const routes = [...facts.slower, ...facts.faster].slice(0, mostRoutes);
  return {
    kind: "weekly",
    subject: `Weekly digest, ${weekText(facts)}`,
    body: [summaryText(summaryOf(facts))],
    facts: [...issues.map(issueFact), ...routes.map(routeFact)],
    about: { text: "View overview", path: `/${project.slug}?since=7d` },
    project: { slug: project.slug, name: project.name },
  };
}

const dayMs = 86_400_000;

/** `Nov 16–22`, `Nov 30 – Dec 6`: the seven days that end with `now`. */
function weekText({ since, now }: SummaryFacts): string {
  const [first, last] = [new Date(since.at), new Date(now - dayMs)];
  const day = (date: Date) => `${months[date.getUTCMonth()]} ${date.getUTCDate()}`;
  return first.getUTCMonth() === last.getUTCMonth()
    ? `${day(first)}–${last.getUTCDate()}`
    : `${day(first)} – ${day(last)}`;
}

const longestTitle = 120;

function issueFact({ issue, isRegressed }: ChangedIssue): Notice["facts"][number] {
  const { shortId, firstRelease, lastRelease, count, userCount } = issue;
  const release = isRegressed ? lastRelease : firstRelease;
  const title = issueTitle(issue).replaceAll(/\s+/g, " ");
  const shown = title.length > longestTitle ? `${title.slice(0, longestTitle - 1)}…` : title;
  const where = release === undefined ? "" : ` in ${versionLabel(release)}`;
  const state = `${isRegressed ? "regressed" : "new"}${where}${isResolved(issue) ? ", resolved" : ""}`;
  const counts = `${counted(count, "event")}, ${counted(userCount, "user")}`;
  return { label: shortId, value: `${shown} (${state}; ${counts})` };
}

function routeFact({ operation, beforeMs, afterMs, q }: RouteChange): Notice["facts"][number] {
  const by = Math.round(100 * (afterMs / beforeMs - 1));
  const change = by < 0 ? `−${-by}%` : `+${by}%`;
  const value = `p${Math.round(100 * q)} ${text(beforeMs)} → ${text(afterMs)} (${change})`;
  return { label: routeTitle(operation) || "(no name)", value };
}

/** Three digits, as pages show percentiles. */
function text(ms: number): string {
  if (ms >= 99.95 && ms < 999.5) return `${Math.round(ms)} ms`;
  const { value, unit } = durationParts(ms);
  return `${value} ${unit}`;
}
