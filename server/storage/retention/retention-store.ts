import type { ProjectId } from "#server/domain/ids.ts";
import type { RetentionLimits } from "#server/domain/retention/limits.ts";
import type { DayName, DroppedDay, KeptDay } from "#server/domain/retention/plan.ts";

/** What is kept how long, what it costs, and how it goes. Part of `Store` (store.ts). */
export interface RetentionStore {
  limits(): Promise<RetentionLimits>;
  setLimits(limits: RetentionLimits): Promise<void>;
  /**
   * Every day that has telemetry, oldest first: what it takes on disk now, and what was found in it
   * when it was measured last.
   */
  days(): Promise<TelemetryDay[]>;
  /** What projects have in them, as it was measured last; only those that have something. */
  shares(): Promise<ProjectShare[]>;
  /** What is no day's telemetry, in bytes: issues, counters, people; uploaded source maps. */
  besides(): Promise<{ main: number; artifacts: number }>;
  /**
   * Makes room for the days to come, where that takes more than writing to them. To be called now
   * and then.
   */
  prepare(now: number): Promise<void>;
  /** Looks into the days that have changed since they were measured. Returns how many. */
  measure(now: number): Promise<number>;
  /**
   * Takes a day away, all of it at once, while no batch of the digest is on its way. Who is reading
   * in it reads on; who asks afterwards finds nothing. It is written down first: `finishDrops` ends
   * what a crash interrupted.
   */
  drop(day: DroppedDay, now: number): Promise<void>;
  finishDrops(now: number): Promise<number>;
  /**
   * Removes a slice of a day's events but for those worth keeping (domain/retention/worth.ts) and a
   * share of the others. True while there is more; a day is thinned once.
   */
  thinEvents(day: DayName, share: number, now: number): Promise<boolean>;
  /** Removes a slice of what a project has of a day; true while there is more. */
  emptyDay(projectId: ProjectId, day: DayName): Promise<boolean>;
  /** Gives a slice of the room that is free in files back to the disk; true while there is more. */
  reclaim(now: number): Promise<boolean>;
  /**
   * Removes a slice of counters from before these times (milliseconds since 1970); true while there
   * is more.
   */
  evictCounters(before: CountersBefore): Promise<boolean>;
  /** What retention has done, the newest first. */
  acts(limit: number): Promise<RetentionAct[]>;
}

/** `late`: of events that came late, by their receipt. */
type CountersBefore = { hours: number; days: number; late: number };

export type TelemetryDay = KeptDay & {
  /** Absent before the first check: then there are no counts either. */
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
  /** Bytes of events and traces are estimated: a day's, shared out by number. */
  eventBytes: number;
  traceBytes: number;
  attachmentBytes: number;
};

const retentionKinds = ["age", "size", "thinned"] as const;
export type RetentionKind = (typeof retentionKinds)[number];

export type RetentionAct = {
  at: number;
  /** `age` and `size`: the day went for that; `thinned`: events of it did. */
  kind: RetentionKind;
  day: DayName;
  /** What went. */
  bytes: number;
  events: number;
  traces: number;
};
