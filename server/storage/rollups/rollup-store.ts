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
 * Sketches by operation and time, merged on read (DESIGN.md). Stored by 5 minutes for 48 hours, by
 * hour for 35 days, and by day for 400. A window is covered by the coarsest buckets that fit
 * (domain/rollup/cover.ts), and starts at a boundary: 5 minutes up to a day, an hour up to a week,
 * otherwise a UTC day. Time is the span's start.
 */
type RanOperation = { operation: StoredOperation; rollup: Rollup };

export interface RollupStore {
  /** The actual window; pages show its `since`. */
  cover(window: { since: number; until: number }): Promise<Cover>;
  /** Every operation that ran in the window, merged and unordered: at most 10,000 per project. */
  operations(filter: RollupFilter): Promise<RanOperation[]>;
  /** The same for each of these releases, in order: the window is read once for all. */
  operationsOfEach(
    filter: Omit<RollupFilter, "release">,
    releases: readonly string[],
  ): Promise<RanOperation[][]>;
  operation(projectId: ProjectId, id: number): Promise<StoredOperation | undefined>;
  /** Operations of one route in any service and kind. */
  operationsOf(projectId: ProjectId, route: string): Promise<StoredOperation[]>;
  /**
   * One operation in equal steps, oldest first, including empty ones, each with its start in
   * milliseconds. If the step's unit has expired for the window, steps have at least the next
   * coarser unit (domain/rollup/steps.ts).
   */
  series(
    filter: RollupFilter & { operationId: number },
    step: SeriesStep,
  ): Promise<{ at: number; rollup: Rollup }[]>;
  /**
   * Number of runs or failures of each operation in the window, in the steps of `series`, for
   * trends in lists. Reads counts without sketches.
   */
  counts(
    filter: RollupFilter,
    step: SeriesStep,
    counted?: CountedRuns,
  ): Promise<{ operation: StoredOperation; counts: number[] }[]>;
  /** The same for all operations of the filter together: a project's traffic over time. */
  totalSeries(filter: RollupFilter, step: SeriesStep): Promise<{ at: number; rollup: Rollup }[]>;
  /**
   * One operation by release, last seen first; releases without a name are "". `firstAt` and
   * `lastAt` are starts of buckets of the window's unit.
   */
  byRelease(filter: RollupFilter & { operationId: number }): Promise<ReleaseRollup[]>;
  /** All operations of the filter together, by release, last seen first: count and speed. */
  releases(filter: Omit<RollupFilter, "release">): Promise<ReleaseRollup[]>;
  /**
   * `slow`: the slowest of all classes, slowest first, one per trace. `failed` and `random`: newest
   * first.
   */
  samples(
    filter: RollupFilter & { operationId: number; class: SampleClass; limit: number },
  ): Promise<TraceSample[]>;
  /**
   * IDs of traces that are `slow` or `failed` samples, of spans started from `from` until before
   * `to`.
   */
  sampledTraces(projectId: ProjectId, window: { from: number; to: number }): Promise<Set<string>>;
  /**
   * Services and releases with rollups or vitals on the UTC days of the window, by name: at most
   * `most` of each (default 1,000), those seen on most days and in most environments.
   */
  facets(filter: RollupFilter, most?: number): Promise<{ services: string[]; releases: string[] }>;
  /** Names of routes, or of pages with vitals, first seen first: at most `limit`. */
  routeNames(
    projectId: ProjectId,
    asked: { of: "operations" | "vitals"; limit: number },
  ): Promise<string[]>;
  vitals(
    filter: VitalFilter,
  ): Promise<{ route: string; device: DeviceClass; vital: VitalName; rollup: VitalRollup }[]>;
  /** All routes and devices together, unless filtered. */
  vitalSeries(
    filter: VitalFilter & { vital: VitalName },
    step: SeriesStep,
  ): Promise<{ at: number; rollup: VitalRollup }[]>;
  /**
   * Deletes data older than each tier's retention, or than `keptMs` if that is shorter. Returns the
   * number of rows.
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

/** Default: all. */
export type CountedRuns = "all" | "failed";

export type SeriesStep = {
  unit: "5-minutes" | "hour" | "day";
  /** Units per step. */ every: number;
};

export type ReleaseRollup = { release: string; firstAt: number; lastAt: number; rollup: Rollup };

export type VitalFilter = Omit<RollupFilter, "kinds"> & { route?: string; device?: DeviceClass };

// ── for the digest, in `DigestChanges` ──────────────────────────────────────

/** A batch's data for one operation in five minutes. */
export type RollupChange = {
  projectId: ProjectId;
  operation: Operation;
  /** "" if spans have none. */
  environment: string;
  release: string;
  /** Start of the five minutes, milliseconds since 1970. */
  at: number;
  rollup: Rollup;
  /**
   * Candidates for the samples of its hour; storage keeps the best of these and the existing ones.
   */
  samples: { [sampleClass in SampleClass]: TraceSample[] };
};

/**
 * A report without a route (`""`) is filed under that of its visit's others, even if they come
 * later: it then moves.
 */
export type VitalChange = VitalReport & { projectId: ProjectId };
