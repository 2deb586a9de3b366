import type { MonitorId, ProjectId } from "#server/domain/ids.ts";
import type { CheckIn, CheckInStatus, NewCheckIn } from "#server/domain/monitor/check-in.ts";
import type { MonitorIncident } from "#server/domain/monitor/incident.ts";
import type { Monitor, MonitorEnvironment } from "#server/domain/monitor/monitor.ts";
import type { Watch } from "#server/domain/monitor/watch.ts";

/** Monitors, their check-ins, and their incidents. */
export interface MonitorStore {
  /**
   * Incidents of all projects after an ID, oldest first, for alerts. IDs follow the order of
   * commits and are never reused. Incidents of deleted monitors are deleted.
   */
  incidentsAfter(after: number, limit: number): Promise<MonitorIncident[]>;
  /** ID of the newest incident ever; 0 before the first. */
  newestIncident(): Promise<number>;
  /** Incidents of a monitor, newest first. */
  incidents(monitorId: MonitorId, limit: number): Promise<MonitorIncident[]>;
  /** Incidents of a project, newest first. */
  recentIncidents(projectId: ProjectId, limit: number): Promise<MonitorIncident[]>;
  /** By name. `prefix`: part of the name or slug. */
  list(filter: MonitorFilter): Promise<{ rows: WatchedMonitor[]; next?: string }>;
  find(projectId: ProjectId, slug: string): Promise<WatchedMonitor | undefined>;
  count(projectId: ProjectId): Promise<number>;
  /** Newest first. */
  checkIns(filter: CheckInFilter): Promise<{ rows: CheckIn[]; next?: string }>;
  /**
   * Number of check-ins by status, and maximum and mean duration of successful ones, in equal
   * steps; empty steps are omitted. A check-in counts in the step of its first report.
   */
  steps(filter: StepFilter): Promise<CheckInStep[]>;
  /**
   * Environments past the deadline of a slot, and runs over their max runtime: at most `limit` of
   * each, except of some projects.
   */
  due(
    now: number,
    limit: number,
    except?: ProjectId[],
  ): Promise<{ environments: MonitorEnvironment[]; checkIns: CheckIn[] }>;
  /** Deletes check-ins first reported before then, at most `limit`. Returns the number. */
  evict(before: number, limit: number): Promise<number>;
  /** All or nothing. */
  transact<T>(work: (transaction: MonitorTransaction) => Promise<T>): Promise<T>;
}

/** Monitor changes by digest batches, the scheduler, and people, in their transaction. */
export interface MonitorTransaction {
  find(projectId: ProjectId, slug: string): Promise<Monitor | undefined>;
  byId(id: MonitorId): Promise<Monitor | undefined>;
  count(projectId: ProjectId): Promise<number>;
  /** Undefined if its slug is taken. */
  make(monitor: Omit<Monitor, "id">): Promise<Monitor | undefined>;
  /** Changes everything but its project; false if the new slug is taken. */
  change(monitor: Monitor): Promise<boolean>;
  /** With all of its data. */
  remove(id: MonitorId): Promise<void>;
  environments(id: MonitorId): Promise<MonitorEnvironment[]>;
  /** Creates or replaces it. `dueAt`: when the scheduler checks it; absent: never. */
  putEnvironment(environment: MonitorEnvironment, dueAt: number | undefined): Promise<void>;
  /** The run with the client's ID, or without an ID, the newest in progress. */
  checkIn(run: {
    monitorId: MonitorId;
    environment: string;
    checkInId?: string;
  }): Promise<CheckIn | undefined>;
  checkInById(id: number): Promise<CheckIn | undefined>;
  /** `timeoutAt`: when the scheduler checks it; absent: never. */
  addCheckIn(checkIn: NewCheckIn, timeoutAt: number | undefined): Promise<void>;
  changeCheckIn(checkIn: CheckIn, timeoutAt: number | undefined): Promise<void>;
  /** Marks runs in progress whose end may have been missed: of one monitor, or of all. */
  doubtOpen(monitorId?: MonitorId): Promise<void>;
  addIncident(
    incident: Pick<MonitorIncident, "projectId" | "monitorId" | "environment" | "at" | "what">,
  ): Promise<void>;
  /** Undefined if the scheduler has never run. */
  watch(): Promise<Watch | undefined>;
  setWatch(watch: Watch): Promise<void>;
}

export type WatchedMonitor = { monitor: Monitor; environments: MonitorEnvironment[] };

export type MonitorFilter = {
  projectId: ProjectId;
  query?: string;
  cursor?: string;
  limit: number;
};

export type CheckInFilter = {
  monitorId: MonitorId;
  environment?: string;
  status?: CheckInStatus;
  since?: number;
  cursor?: string;
  limit: number;
};

export type StepFilter = {
  monitorIds: MonitorId[];
  environment?: string;
  since: number;
  until: number;
  stepMs: number;
};

export type CheckInStep = {
  monitorId: MonitorId;
  /** Start of the step: a multiple of its length. */
  at: number;
  status: CheckInStatus;
  count: number;
  meanMs?: number;
  maxMs?: number;
};
