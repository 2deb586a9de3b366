import type { MonitorId, ProjectId } from "#server/domain/ids.ts";
import type { CheckIn, CheckInStatus, NewCheckIn } from "#server/domain/monitor/check-in.ts";
import type { MonitorIncident } from "#server/domain/monitor/incident.ts";
import type { Monitor, MonitorEnvironment } from "#server/domain/monitor/monitor.ts";
import type { Watch } from "#server/domain/monitor/watch.ts";

/** Jobs that are watched, their check-ins, and what people were told of them. */
export interface MonitorStore {
  /**
   * The log of all projects, oldest first, after an incident's id: what alerts follow. Ids grow in
   * the order of commits and are never used twice; monitors that are gone take theirs along.
   */
  incidentsAfter(after: number, limit: number): Promise<MonitorIncident[]>;
  /** Id of the newest incident there ever was; 0 before the first. */
  newestIncident(): Promise<number>;
  /** The newest of a monitor first. */
  incidents(monitorId: MonitorId, limit: number): Promise<MonitorIncident[]>;
  /** The newest of a project first. */
  recentIncidents(projectId: ProjectId, limit: number): Promise<MonitorIncident[]>;
  /** By name; with `prefix` those whose name or slug contains it. */
  list(filter: MonitorFilter): Promise<{ rows: WatchedMonitor[]; next?: string }>;
  find(projectId: ProjectId, slug: string): Promise<WatchedMonitor | undefined>;
  count(projectId: ProjectId): Promise<number>;
  /** Newest first. */
  checkIns(filter: CheckInFilter): Promise<{ rows: CheckIn[]; next?: string }>;
  /**
   * How many check-ins of each status, and the longest and mean duration of those that ended well,
   * in equal steps, those without any left out. A step's check-ins are those first heard of in it.
   */
  steps(filter: StepFilter): Promise<CheckInStep[]>;
  /**
   * Environments of which a slot's deadline is over, and runs that take too long: at most `limit`
   * of each.
   */
  due(
    now: number,
    limit: number,
  ): Promise<{ environments: MonitorEnvironment[]; checkIns: CheckIn[] }>;
  /** Removes check-ins first heard of before then, at most `limit`. Returns how many went. */
  evict(before: number, limit: number): Promise<number>;
  /** All of it or nothing. */
  transact<T>(work: (transaction: MonitorTransaction) => Promise<T>): Promise<T>;
}

/** What a digest batch, the clock and people do to monitors, within a transaction of theirs. */
export interface MonitorTransaction {
  find(projectId: ProjectId, slug: string): Promise<Monitor | undefined>;
  byId(id: MonitorId): Promise<Monitor | undefined>;
  count(projectId: ProjectId): Promise<number>;
  /** Undefined when its slug is taken. */
  make(monitor: Omit<Monitor, "id">): Promise<Monitor | undefined>;
  /** All but its project; false when its new slug is taken. */
  change(monitor: Monitor): Promise<boolean>;
  /** With everything that is known of it. */
  remove(id: MonitorId): Promise<void>;
  environments(id: MonitorId): Promise<MonitorEnvironment[]>;
  /**
   * Makes it or takes the place of the one that there is. `dueAt`: when the clock looks at it;
   * absent: never.
   */
  putEnvironment(environment: MonitorEnvironment, dueAt: number | undefined): Promise<void>;
  /** The one with the client's id; without one the newest that is in progress. */
  checkIn(run: {
    monitorId: MonitorId;
    environment: string;
    checkInId?: string;
  }): Promise<CheckIn | undefined>;
  checkInById(id: number): Promise<CheckIn | undefined>;
  /** `timeoutAt`: when the clock looks at it; absent: never. */
  addCheckIn(checkIn: NewCheckIn, timeoutAt: number | undefined): Promise<void>;
  changeCheckIn(checkIn: CheckIn, timeoutAt: number | undefined): Promise<void>;
  /** The ends of runs that are in progress now may have been missed: of one monitor, or of all. */
  doubtOpen(monitorId?: MonitorId): Promise<void>;
  addIncident(
    incident: Pick<MonitorIncident, "projectId" | "monitorId" | "environment" | "at" | "what">,
  ): Promise<void>;
  /** Undefined: the clock has never looked at monitors. */
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
