import type { ProjectId } from "#server/domain/ids.ts";
import type { RetentionLimits } from "#server/domain/retention/limits.ts";
import type { DayName, DroppedDay, KeptDay } from "#server/domain/retention/plan.ts";

/** Retention, disk usage, and deletion. Part of `Store` (store.ts). */
export interface RetentionStore {
  limits(): Promise<RetentionLimits>;
  setLimits(limits: RetentionLimits): Promise<void>;
  /**
   * Every day with telemetry, oldest first: current size on disk, and contents as last measured.
   */
  days(): Promise<TelemetryDay[]>;
  /** Each project's share, as last measured; only projects with data. */
  shares(): Promise<ProjectShare[]>;
  /** Bytes outside daily telemetry: issues, counters, users; uploaded source maps. */
  besides(): Promise<{ main: number; artifacts: number }>;
  /** Prepares coming days if the engine needs it. Call periodically. */
  prepare(now: number): Promise<void>;
  /** Measures days that changed since the last measurement. Returns their number. */
  measure(now: number): Promise<number>;
  /**
   * Drops a whole day while no batch of the digest is in progress. Current readers finish; later
   * ones find nothing. Recorded first: `finishDrops` completes an interrupted drop.
   */
  drop(day: DroppedDay, now: number): Promise<void>;
  finishDrops(now: number): Promise<number>;
  /**
   * Deletes a slice of a day's events except those worth keeping (domain/retention/worth.ts) and a
   * share of the rest. True while there is more; a day is downsampled once.
   */
  thinEvents(day: DayName, share: number, now: number): Promise<boolean>;
  /** Deletes a slice of a project's day; true while there is more. */
  emptyDay(projectId: ProjectId, day: DayName): Promise<boolean>;
  /** Returns a slice of free file space to the disk; true while there is more. */
  reclaim(now: number): Promise<boolean>;
  /**
   * Deletes a slice of counters before these times (milliseconds since 1970); true while there is
   * more.
   */
  evictCounters(before: CountersBefore): Promise<boolean>;
  /** Retention actions, newest first. */
  acts(limit: number): Promise<RetentionAct[]>;
}

/** `late`: receipt time of late events. */
type CountersBefore = { hours: number; days: number; late: number };

export type TelemetryDay = KeptDay & {
  /** Absent before the first check; then counts are absent, too. */
  measuredAt?: number;
  eventBytes: number;
  traceBytes: number;
  attachmentBytes: number;
  events: number;
  traces: number;
};

export type ProjectShare = {
  projectId: ProjectId;
  events: number;
  traces: number;
  /** Bytes of events and traces are estimated: a day's bytes divided in proportion to counts. */
  eventBytes: number;
  traceBytes: number;
  attachmentBytes: number;
};

const retentionKinds = ["age", "size", "thinned"] as const;
export type RetentionKind = (typeof retentionKinds)[number];

export type RetentionAct = {
  at: number;
  /** `age` and `size`: why the day was deleted. `thinned`: its events were downsampled. */
  kind: RetentionKind;
  day: DayName;
  /** What was deleted. */
  bytes: number;
  events: number;
  traces: number;
};
