import type { ProjectId } from "#server/domain/ids.ts";
import type { Cover } from "#server/domain/rollup/cover.ts";
import type { Operation, OperationKind, StoredOperation } from "#server/domain/rollup/operation.ts";
import type { Rollup } from "#server/domain/rollup/rollup.ts";
import type { SampleClass, TraceSample } from "#server/domain/rollup/sample.ts";
import type {
  DeviceClass,
  VitalName,
  VitalReport,
  VitalRollup,
} from "#server/domain/vital/vital.ts";

/**
 * Sketches by operation and time, merged on read (DESIGN.md). They are kept by 5 minutes for 48
 * hours, by hour for 35 days and by day for 400; a window is covered by the coarsest buckets that
 * fit into it (domain/rollup/cover.ts) and begins at the start of the finest: 5 minutes up to a
 * day, an hour up to a week, a UTC day beyond. Time is the span's own start.
 */
type RanOperation = { operation: StoredOperation; rollup: Rollup };

export interface RollupStore {
  /** What a window really covers; pages print its `since`. */
  cover(window: { since: number; until: number }): Promise<Cover>;
  /**
   * Every operation that ran in the window, each merged. The unordered whole: 10,000 operations a
   * project at most.
   */
  operations(filter: RollupFilter): Promise<RanOperation[]>;
  /**
   * The same of each of these releases, in their order: the window is read once for all of them.
   */
  operationsOfEach(
    filter: Omit<RollupFilter, "release">,
    releases: readonly string[],
  ): Promise<RanOperation[][]>;
  operation(projectId: ProjectId, id: number): Promise<StoredOperation | undefined>;
  /** Those of one route, whatever their service and kind. */
  operationsOf(projectId: ProjectId, route: string): Promise<StoredOperation[]>;
  /**
   * One operation in equal steps, oldest first, empty ones included; each step's start in
   * milliseconds. Where the step's unit is no longer kept for the window, steps are one of the next
   * coarser unit at least (domain/rollup/steps.ts).
   */
  series(
    filter: RollupFilter & { operationId: number },
    step: SeriesStep,
  ): Promise<{ at: number; rollup: Rollup }[]>;
  /**
   * How often each operation that ran in the window did, or failed, in the steps of `series`: what
   * lists draw trends of. Counts alone, no sketch is read.
   */
  counts(
    filter: RollupFilter,
    step: SeriesStep,
    counted?: CountedRuns,
  ): Promise<{ operation: StoredOperation; counts: number[] }[]>;
  /** The same of all operations of the filter together: what a project's traffic was over time. */
  totalSeries(filter: RollupFilter, step: SeriesStep): Promise<{ at: number; rollup: Rollup }[]>;
  /** One operation by release, the last seen first; releases without a name are "". */
  byRelease(filter: RollupFilter & { operationId: number }): Promise<ReleaseRollup[]>;
  /**
   * All operations of the filter together by release, the last seen first: which releases ran, how
   * often, how fast.
   */
  releases(filter: Omit<RollupFilter, "release">): Promise<ReleaseRollup[]>;
  /** `slow`: the slowest first; `failed` and `random`: the newest first. */
  samples(
    filter: RollupFilter & { operationId: number; class: SampleClass; limit: number },
  ): Promise<TraceSample[]>;
  /**
   * Ids of traces that are samples of class `slow` or `failed`, of spans that started from `from`
   * and before `to`.
   */
  sampledTraces(projectId: ProjectId, window: { from: number; to: number }): Promise<Set<string>>;
  /**
   * Which services and releases have rollups or vitals on the UTC days that the window touches, by
   * name: at most `most` of each, 1,000 unless told, those seen on most days and in most
   * environments.
   */
  facets(filter: RollupFilter, most?: number): Promise<{ services: string[]; releases: string[] }>;
  /** Names of routes, or of pages with vitals, the first seen first: at most `limit`. */
  routeNames(
    projectId: ProjectId,
    asked: { of: "operations" | "vitals"; limit: number },
  ): Promise<string[]>;
  vitals(
    filter: VitalFilter,
  ): Promise<{ route: string; device: DeviceClass; vital: VitalName; rollup: VitalRollup }[]>;
  /** All routes and devices together, unless the filter names them. */
  vitalSeries(
    filter: VitalFilter & { vital: VitalName },
    step: SeriesStep,
  ): Promise<{ at: number; rollup: VitalRollup }[]>;
  /**
   * Removes what is older than each tier is kept, and than `keptMs` where that is shorter. Returns
   * how many rows went.
   */
  evict(now: number, keptMs?: number): Promise<number>;
}

export type RollupFilter = {
  projectId: ProjectId;
  environment?: string;
  release?: string;
  service?: string;
  kinds?: readonly OperationKind[];
  /** Milliseconds since 1970. */
  since: number;
  until: number;
};

/** All unless told. */
export type CountedRuns = "all" | "failed";

export type SeriesStep = {
  unit: "5-minutes" | "hour" | "day";
  /** Units to a step. */ every: number;
};

export type ReleaseRollup = { release: string; firstAt: number; lastAt: number; rollup: Rollup };

export type VitalFilter = Omit<RollupFilter, "kinds"> & { route?: string; device?: DeviceClass };

// ── the digest's side, in `DigestChanges` ───────────────────────────────────

/** What one batch adds to one operation in five minutes. */
export type RollupChange = {
  projectId: ProjectId;
  operation: Operation;
  /** "" where spans name none. */
  environment: string;
  release: string;
  /** Start of the five minutes, milliseconds since 1970. */
  at: number;
  rollup: Rollup;
  /** Candidates for the samples of its hour; storage keeps the best of these and those it has. */
  samples: { [sampleClass in SampleClass]: TraceSample[] };
};

/**
 * One without a route (`""`) is filed under that of its visit's others, also when those come later:
 * it then moves.
 */
export type VitalChange = VitalReport & { projectId: ProjectId };
