import { latestReleases, previousRelease } from "#server/domain/release/latest.ts";
import type { Project } from "#server/domain/project/project.ts";
import { quantileChange, type Change } from "#server/domain/rollup/compare/change.ts";
import { chooseStep, stepMs } from "#server/domain/rollup/choose-step.ts";
import { slowQuantile } from "#server/domain/rollup/percentiles.ts";
import { waitedForKinds } from "#server/domain/rollup/operation.ts";
import type { Rollup } from "#server/domain/rollup/rollup.ts";
import type { Adoption } from "#server/domain/release/adoption.ts";
import { type AdoptionMeasure, readAdoption } from "./read-adoption.ts";
import { releasePage, weighedReleases } from "./release-page.ts";
import type {
  Deploy,
  Release,
  ReleasePlace,
  SessionCounts,
} from "#server/storage/releases/release-store.ts";
import type { Store } from "#server/storage/store.ts";
import type { Window } from "#server/domain/rollup/window.ts";
import type { ReleaseIssueCounts } from "#server/domain/release/issue-relation.ts";

/** Release data for pages and `.json`, read here so that both agree. */
export type ReadReleases = (project: Project, asked: AskedReleases) => Promise<ReleasesReading>;

/** Time window and environments of release figures. */
export type ReleaseScope = { window: Window; environment?: string | undefined };

/** `service`: only releases that it ran in the window. */
type AskedReleases = ReleaseScope & {
  query: string;
  service?: string | undefined;
  cursor?: string | undefined;
  limit: number;
};

type ReleasesReading = { entries: ListedRelease[]; measure: AdoptionMeasure; next?: string };

export type ReleaseEntry = {
  release: Release;
  /** The release before it, of the same package. */
  previous?: Release;
  /** `release:latest` matches it: the latest of its package. */
  isLatest: boolean;
  /** The last one per environment. */
  deploys: Deploy[];
  adoption: Adoption;
  /** Absent if the release sent no sessions. */
  sessions?: SessionCounts;
  issues: ReleaseIssueCounts;
  /** Its percentile of slow requests, and the change since the previous release if significant. */
  slow?: { ms: number; change?: Change };
  /** The previous release's figures in the same window. */
  before?: { sessions?: SessionCounts; slowMs?: number };
};

/** `crashes`: crashed sessions in equal steps, oldest first; empty if there were none. */
export type ListedRelease = ReleaseEntry & { crashes: number[]; commitCount: number };

type Stores = Pick<Store, "releases" | "rollups">;

/** As many as a row's sparkline can show: a month in days. */
const mostSteps = 31;

/** A page of releases, each with its previous one. */
export function createReadReleases(stores: Stores): ReadReleases {
  return async (project, { window, environment, query, service, cursor, limit }) => {
    const filter = {
      projectId: project.id,
      query,
      limit,
      ...(service !== undefined && {
        versions: await versionsOf(stores, project, { window, environment }, service),
      }),
    };
    const { rows, next } = await releasePage(stores.releases, {
      ...filter,
      ...(cursor !== undefined && { cursor }),
    });
    const versions = rows.map(({ version }) => version);
    const scope = {
      projectId: project.id,
      versions,
      ...window,
      ...(environment !== undefined && { environment }),
    };
    const [{ entries, measure }, crashes, commits] = await Promise.all([
      readEntries(stores, project, { window, environment }, rows),
      stores.releases.crashSeries(
        scope,
        stepMs(chooseStep({ ...window, unit: "hour" }, mostSteps)),
      ),
      stores.releases.commitCounts(project.id, versions),
    ]);
    const listed = entries.map((entry) => ({
      ...entry,
      crashes: crashes.get(entry.release.version) ?? [],
      commitCount: commits.get(entry.release.version) ?? 0,
    }));
    return { entries: listed, measure, ...(next !== undefined && { next }) };
  };
}

async function versionsOf(
  { rollups }: Pick<Stores, "rollups">,
  { id: projectId }: Project,
  { window, environment }: ReleaseScope,
  service: string,
): Promise<string[]> {
  const filter = {
    projectId,
    service,
    ...window,
    ...(environment !== undefined && { environment }),
  };
  return (await rollups.releases(filter)).map(({ release }) => release);
}

/** Figures of these releases in a window. */
export async function readEntries(
  { releases, rollups }: Stores,
  { id: projectId }: Project,
  { window, environment }: ReleaseScope,
  rows: Release[],
): Promise<{ entries: ReleaseEntry[]; measure: AdoptionMeasure }> {
  const filter = { projectId, ...window, ...(environment !== undefined && { environment }) };
  const known = await weighedReleases(releases, projectId);
  const previous = await releasesBefore(releases, rows, known);
  const [health, ran, issues, deploys] = await Promise.all([
    releases.health(filter),
    rollups.releases({ ...filter, kinds: waitedForKinds }),
    releases.issueCounts(
      projectId,
      rows.map(({ version }, index) => placeOf(version, previous[index])),
    ),
    Promise.all(rows.map(({ version }) => releases.deploys(projectId, version))),
  ]);
  const usage = usageOf(health, new Map(ran.map(({ release, rollup }) => [release, rollup])));
  const { measure } = usage;
  const { until } = window;
  const adoptionOf = await readAdoption(
    { releases, rollups },
    { projectId, until, measure, ...(environment !== undefined && { environment }) },
  );
  const latest = new Set(latestReleases(known.map(({ version }) => version)));
  const entries = rows.map((release, index): ReleaseEntry => {
    const before = previous[index];
    return {
      release,
      deploys: lastOfEach(deploys[index]!),
      issues: issues.get(release.version)!,
      isLatest: latest.has(release.version),
      adoption: adoptionOf(release.version),
      ...usage.of(release.version, before?.version),
      ...(before && { previous: before }),
    };
  });
  return { entries, measure };
}

export const placeOf = (version: string, previous: Release | undefined): ReleasePlace => ({
  version,
  ...(previous && { previous: previous.version }),
});

/** Beyond the weighed releases, the previous one is the one first seen before. */
async function releasesBefore(
  releases: Stores["releases"],
  rows: Release[],
  known: Release[],
): Promise<(Release | undefined)[]> {
  return Promise.all(
    rows.map(async (release) => {
      const near = previousRelease(release, known);
      const seenBefore = near ? undefined : await releases.before(release);
      return near ?? (seenBefore && previousRelease(release, [seenBefore]));
    }),
  );
}

function usageOf(health: Map<string, SessionCounts>, ran: Map<string, Rollup>) {
  const sum = (counts: number[]) => counts.reduce((all, each) => all + each, 0);
  const sessions = sum([...health.values()].map((each) => each.sessions));
  const requests = sum([...ran.values()].map(({ durations }) => durations.count));
  const measure: AdoptionMeasure = sessions > 0 || requests === 0 ? "sessions" : "requests";

  return {
    measure,
    of(
      version: string,
      before: string | undefined,
    ): Pick<ReleaseEntry, "sessions" | "slow" | "before"> {
      const counts = health.get(version);
      const ranBefore = before === undefined ? undefined : ran.get(before);
      const slow = slowOf(ran.get(version), ranBefore);
      const was = before === undefined ? undefined : health.get(before);
      const slowMs = ranBefore?.durations.quantile(slowQuantile);
      return {
        ...(counts && counts.sessions > 0 && { sessions: counts }),
        ...(slow && { slow }),
        before: {
          ...(was && was.sessions > 0 && { sessions: was }),
          ...(slowMs !== undefined && { slowMs }),
        },
      };
    },
  };
}

function slowOf(rollup: Rollup | undefined, before: Rollup | undefined): ReleaseEntry["slow"] {
  const ms = rollup?.durations.quantile(slowQuantile);
  if (!rollup || ms === undefined) return undefined;
  const change = before && quantileChange(before.durations, rollup.durations, slowQuantile);
  return { ms, ...(change && { change }) };
}

/** Deploys are sorted newest first. */
function lastOfEach(deploys: Deploy[]): Deploy[] {
  const last = new Map<string, Deploy>();
  for (const deploy of deploys)
    if (!last.has(deploy.environment)) last.set(deploy.environment, deploy);
  return [...last.values()];
}
