import type { IssueId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { SummaryFacts, SummarySince } from "#server/domain/overview/summary.ts";
import { type ReleaseMark } from "#server/domain/release/mark.ts";
import { routeChanges, type RouteChanges } from "#server/domain/release/route-changes.ts";
import { waitedForKinds } from "#server/domain/rollup/operation.ts";
import { bucketEnd, bucketStart } from "#server/domain/rollup/tier.ts";
import type { Window } from "#server/domain/rollup/window.ts";
import type { RollupStore } from "#server/storage/rollup-store.ts";
import type { Store } from "#server/storage/store.ts";
import type { OverviewFilter } from "./overview-filter.ts";

/**
 * The newest deploy of the window, else the release first seen last; the whole window where it has neither. Where deploys are
 * told, a release that is only seen may be an old one in a browser's tab.
 */
export function sinceOf(marks: readonly ReleaseMark[], window: Window): SummarySince {
  const last = marks.findLast(({ kind }) => kind === "deployed") ?? marks.at(-1);
  if (last) return { kind: last.kind, version: last.version, at: last.at };
  return { kind: "period", at: window.since, lengthMs: window.until - window.since };
}

/** Issues that are counted of each kind, and those that are listed. */
const mostCounted = 50;
const mostListed = 8;

type IssueChanges = Pick<SummaryFacts, "newIssues" | "regressed" | "isMore"> & { listed: Issue[] };

/** Unresolved issues that are new or regressed since then. */
export async function readIssueChanges(
  { traffic, issues }: Pick<Store, "traffic" | "issues">,
  filter: OverviewFilter,
  since: number,
  { until }: Window,
): Promise<IssueChanges> {
  const { projectId } = filter;
  const happened = (what: "first-seen" | "regressed") =>
    traffic.happened({ projectId, what, since, limit: mostCounted });
  const [seen, back] = await Promise.all([happened("first-seen"), happened("regressed")]);
  const ids = await withinEnvironment(issues, filter, [...new Set([...seen, ...back])], { since, until });
  const found = await issues.findEach(projectId, { ids });
  const open = [...found.values()].filter(({ state }) => state.state === "open");
  const regressed = open.filter(({ id }) => back.includes(id));
  const fresh = open.filter(({ id }) => !back.includes(id));
  const isMore = seen.length === mostCounted || back.length === mostCounted;
  return {
    ...{ newIssues: fresh.length, regressed: regressed.length, ...(isMore && { isMore }) },
    listed: [...regressed, ...fresh].toSorted((a, b) => b.count - a.count).slice(0, mostListed),
  };
}

const dayMs = 86_400_000;

/** Those with events in it in the window. */
async function withinEnvironment(
  issues: Store["issues"],
  { projectId, environment }: OverviewFilter,
  ids: IssueId[],
  { since, until }: Window,
): Promise<IssueId[]> {
  if (environment === undefined || ids.length === 0) return ids;
  const buckets = Math.floor(until / dayMs) - Math.floor(since / dayMs) + 1;
  const trends = await issues.trends(projectId, ids, { until, buckets, unit: "day", environment });
  return ids.filter((id) => trends.get(id)?.some((count) => count > 0));
}

/** What is compared ran before and after for as long, and for an hour at least. */
const leastBeforeMs = 3_600_000;

/** Routes by p75 and failures, after a moment beside before it. `ran`: how many ran after it. */
export async function readRouteChanges(
  rollups: Pick<RollupStore, "cover" | "operations">,
  filter: OverviewFilter,
  { since, until }: Window,
): Promise<RouteChanges & { ran: number; requests: number }> {
  const length = Math.max(until - since, leastBeforeMs);
  const { unit } = await rollups.cover({ since: since - length, until: since });
  const asked = { ...filter, kinds: waitedForKinds };
  const [before, after] = await Promise.all([
    // The bucket in which it happened has some of both.
    rollups.operations({ ...asked, since: since - length, until: bucketStart(unit, since) }),
    rollups.operations({ ...asked, since: Math.min(bucketEnd(unit, since), bucketStart(unit, until)), until }),
  ]);
  const requests = after.reduce((sum, { rollup }) => sum + rollup.durations.count, 0);
  return { ...routeChanges(before, after, [0.75]), ran: after.length, requests };
}
