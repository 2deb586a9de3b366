import type { IssueId } from "#server/domain/ids.ts";
import { type ChangedIssue, isResolved } from "#server/domain/overview/changed-issue.ts";
import type {
  ChangesAgainst,
  SummaryFacts,
  SummarySince,
} from "#server/domain/overview/summary.ts";
import { previousRelease } from "#server/domain/release/latest.ts";
import { type ReleaseMark } from "#server/domain/release/mark.ts";
import { routeChanges, type RouteChanges } from "#server/domain/release/route-changes.ts";
import { waitedForKinds } from "#server/domain/rollup/operation.ts";
import { bucketEnd, bucketStart } from "#server/domain/rollup/tier.ts";
import type { Window } from "#server/domain/rollup/window.ts";
import { readReleaseChanges, requestsOf } from "#server/read/read-release-changes.ts";
import { weighedReleases } from "#server/read/release-page.ts";
import type { Store } from "#server/storage/store.ts";
import type { OverviewFilter } from "./overview-filter.ts";

/**
 * The newest deploy of the window, otherwise the release first seen last, otherwise the whole
 * window. If deploys are reported, a release that is only seen may be an old one in a browser tab.
 */
export function sinceOf(marks: readonly ReleaseMark[], window: Window): SummarySince {
  const last = marks.findLast(({ kind }) => kind === "deployed") ?? marks.at(-1);
  if (last) return { kind: last.kind, version: last.version, at: last.at };
  return { kind: "period", at: window.since, lengthMs: window.until - window.since };
}

/** Limit of counted issues per kind, and of listed ones. */
const mostCounted = 50;
const mostListed = 8;

type IssueChanges = Pick<SummaryFacts, "newIssues" | "regressed" | "isMore" | "resolved"> & {
  listed: ChangedIssue[];
};

/** Unresolved and resolved issues that are new or regressed since then. */
export async function readIssueChanges(
  { traffic, issues }: Pick<Store, "traffic" | "issues">,
  filter: OverviewFilter,
  since: number,
  { until }: Window,
): Promise<IssueChanges> {
  const { projectId } = filter;
  const happened = async (what: "first-seen" | "regressed") =>
    (await traffic.happened({ projectId, what, since, limit: mostCounted })).map(
      ({ issueId }) => issueId,
    );
  const [seen, back] = await Promise.all([happened("first-seen"), happened("regressed")]);
  const ids = await withinEnvironment(issues, filter, [...new Set([...seen, ...back])], {
    since,
    until,
  });
  const found = await issues.findEach(projectId, { ids });
  const changed = [...found.values()]
    .filter(({ state }) => state.state !== "ignored")
    .map((issue) => ({ issue, isRegressed: back.includes(issue.id) }));
  const regressed = changed.filter(({ isRegressed }) => isRegressed);
  const fresh = changed.filter(({ isRegressed }) => !isRegressed);
  const resolved = { newIssues: resolvedOf(fresh), regressed: resolvedOf(regressed) };
  const isMore = seen.length === mostCounted || back.length === mostCounted;
  return {
    newIssues: fresh.length,
    regressed: regressed.length,
    ...(isMore && { isMore }),
    ...(resolved.newIssues + resolved.regressed > 0 && { resolved }),
    listed: changed
      .toSorted(
        (a, b) =>
          Number(isResolved(a.issue)) - Number(isResolved(b.issue)) ||
          b.issue.count - a.issue.count,
      )
      .slice(0, mostListed),
  };
}

const resolvedOf = (changed: readonly ChangedIssue[]): number =>
  changed.filter(({ issue }) => isResolved(issue)).length;

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

/** Compares equally long periods before and after, at least an hour each. */
const leastBeforeMs = 3_600_000;

/** `against`: the release that the newest one is compared with, otherwise the time before. */
type ComparedRoutes = RouteChanges & { requests: number; against: ChangesAgainst };

type Asked = {
  since: SummarySince;
  window: Window;
  /** The previous period, if recorded. */
  before: Window | undefined;
  /** The window in which two releases are compared. */
  compared: Window;
};
type Stores = Pick<Store, "rollups" | "releases">;

/**
 * Routes that changed since then. A release is compared with its previous one as on its own page if
 * requests name releases; otherwise, the time after it with an equal time before. Without a
 * release, the window is compared with the previous period.
 */
export async function readRouteChanges(
  stores: Stores,
  filter: OverviewFilter,
  { since, window, before, compared }: Asked,
): Promise<ComparedRoutes> {
  if (since.kind === "period") {
    const [was, is] = await Promise.all([
      before ? ran(stores, filter, before) : [],
      ran(stores, filter, window),
    ]);
    return { ...routeChanges(was, is), requests: requestsOf(is), against: { kind: "period" } };
  }
  const known = await weighedReleases(stores.releases, filter.projectId);
  const release = known.find(({ version }) => version === since.version);
  const previous = release && previousRelease(release, known)?.version;
  const { version } = since;
  const read = await readReleaseChanges(
    stores.rollups,
    { ...filter, ...compared },
    { version, previous },
  );
  const { requestsBefore, ...changes } = read;
  if (previous === undefined || changes.requests === 0 || requestsBefore === 0)
    return sinceThen(stores, filter, since.at, window);
  return { ...changes, against: { kind: "release", version, previous, ...compared } };
}

/** Compares requests after a moment with those before it. */
async function sinceThen(
  { rollups }: Stores,
  filter: OverviewFilter,
  since: number,
  { until }: Window,
): Promise<ComparedRoutes> {
  const length = Math.max(until - since, leastBeforeMs);
  const { unit } = await rollups.cover({ since: since - length, until: since });
  // Skips the bucket that contains the moment: it has requests of both.
  const from = Math.min(bucketEnd(unit, since), bucketStart(unit, until));
  const [was, is] = await Promise.all([
    ran({ rollups }, filter, { since: since - length, until: bucketStart(unit, since) }),
    ran({ rollups }, filter, { since: from, until }),
  ]);
  return {
    ...routeChanges(was, is),
    requests: requestsOf(is),
    against: { kind: "moment", since: from },
  };
}

type Ran = Awaited<ReturnType<Store["rollups"]["operations"]>>;

const ran = (
  { rollups }: Pick<Store, "rollups">,
  filter: OverviewFilter,
  window: Window,
): Promise<Ran> => rollups.operations({ ...filter, kinds: waitedForKinds, ...window });
