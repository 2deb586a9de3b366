import { chooseStep, type Step, stepMs } from "#server/domain/rollup/choose-step.ts";
import { waitedForKinds } from "#server/domain/rollup/operation.ts";
import type { RouteChanges } from "#server/domain/release/route-changes.ts";
import { readReleaseChanges } from "./read-release-changes.ts";
import type { AdoptionMeasure } from "./read-adoption.ts";
import { dayMs, hourMs } from "#server/domain/time.ts";
import { placeOf, readEntries, type ReleaseScope, type ReleaseEntry } from "./read-releases.ts";
import type {
  HealthStep,
  Release,
  Commit,
  Deploy,
} from "#server/storage/releases/release-store.ts";
import type { Store } from "#server/storage/store.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Bundle } from "#server/domain/artifact/artifact.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { IssueRelation } from "#server/domain/release/issue-relation.ts";

/** Undefined if the project has no such release. */
export type ReadRelease = (
  project: Project,
  version: string,
  scope: ReleaseScope,
) => Promise<ReleaseReading | undefined>;

export type ReleaseReading = ReleaseEntry & {
  measure: AdoptionMeasure;
  /** Equal steps, oldest first; `sessions` and `ofAll` are requests if the measure is requests. */
  series: HealthStep[];
  /** Sessions of the previous release in the same steps. */
  seriesBefore: number[];
  issueLists: { [relation in IssueRelation]: Issue[] };
  routes: RouteChanges;
  commits: Commit[];
  allDeploys: Deploy[];
  bundles: Bundle[];
};

type Stores = Pick<Store, "releases" | "rollups" | "artifacts">;

const mostSteps = 60;
const mostIssues = 20;
const mostBundles = 50;

/** A release with all its details. */
export function createReadRelease(stores: Stores): ReadRelease {
  const { releases, artifacts } = stores;
  return async (project, version, scope) => {
    const release = await releases.find(project.id, version);
    if (!release) return undefined;
    const { entries, measure } = await readEntries(stores, project, scope, [release]);
    const entry = entries[0]!;
    const shown = { ...scope, window: seriesWindow(scope.window, release) };
    const previous = entry.previous?.version;
    const [series, before, issueLists, routes, commits, allDeploys, bundles] = await Promise.all([
      readSeries(stores, release, shown, measure),
      previous === undefined
        ? []
        : readSeries(stores, { ...release, version: previous }, shown, measure),
      readIssues(stores, release, entry.previous),
      readReleaseChanges(stores.rollups, filterOf(release, scope), {
        version,
        previous: entry.previous?.version,
      }),
      releases.commits(project.id, version),
      releases.deploys(project.id, version),
      artifacts.bundles(project.id, { release: version, limit: mostBundles }),
    ]);
    return {
      ...entry,
      measure,
      series,
      seriesBefore: before.map(({ sessions }) => sessions),
      issueLists,
      routes,
      commits,
      allDeploys,
      bundles: bundles.rows,
    };
  };
}

function filterOf({ projectId }: Release, { window, environment }: ReleaseScope) {
  return { projectId, ...window, ...(environment !== undefined && { environment }) };
}

/** In a week's steps, today's release would be only the last two. */
function seriesWindow({ since, until }: ReleaseScope["window"], { firstSeen }: Release) {
  const before = Math.max((until - firstSeen) / 8, hourMs);
  return { since: Math.max(since, firstSeen - before), until };
}

/** Sessions are stored per hour. A month is read in coarser steps. */
function stepOf({ since, until }: ReleaseScope["window"]): Step {
  const unit = until - since <= 7 * dayMs ? "hour" : "day";
  return chooseStep({ since, until, unit }, mostSteps);
}

async function readSeries(
  { releases, rollups }: Stores,
  release: Release,
  scope: ReleaseScope,
  measure: AdoptionMeasure,
): Promise<HealthStep[]> {
  const filter = filterOf(release, scope);
  const step = stepOf(scope.window);
  const { version } = release;
  if (measure === "sessions") return releases.healthSeries({ ...filter, version }, stepMs(step));
  const kinds = waitedForKinds;
  const [mine, all] = await Promise.all([
    rollups.counts({ ...filter, kinds, release: version }, step),
    rollups.counts({ ...filter, kinds }, step),
  ]);
  const [sessions, ofAll] = [sumsOf(mine), sumsOf(all)];
  const from =
    Math.floor(scope.window.since / stepMs({ ...step, every: 1 })) * stepMs({ ...step, every: 1 });
  return ofAll.map((count, index) => ({
    at: from + index * stepMs(step),
    sessions: sessions[index] ?? 0,
    crashed: 0,
    ofAll: count,
  }));
}

function sumsOf(ran: { counts: number[] }[]): number[] {
  const sums: number[] = [];
  for (const { counts } of ran)
    counts.forEach((count, index) => (sums[index] = (sums[index] ?? 0) + count));
  return sums;
}

async function readIssues(
  { releases }: Stores,
  { projectId, version }: Release,
  previous: Release | undefined,
): Promise<ReleaseReading["issueLists"]> {
  const place = placeOf(version, previous);
  const [fresh, regressed, resolved] = await Promise.all([
    releases.issues(projectId, place, "fresh", mostIssues),
    releases.issues(projectId, place, "regressed", mostIssues),
    releases.issues(projectId, place, "resolved", mostIssues),
  ]);
  return { fresh, regressed, resolved };
}
