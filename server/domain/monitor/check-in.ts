import type { Note } from "#server/domain/event/error-event.ts";
import type { MonitorId, ProjectId, TraceId } from "#server/domain/ids.ts";
import type { MonitorConfig } from "./monitor.ts";

/** Statuses that a job reports. */
export const reportStatuses = ["in_progress", "ok", "error"] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** `unknown`: this instance was not running when the check-in was due. */
export type CheckInStatus = ReportStatus | "timeout" | "missed" | "unknown";

/** A check-in as received: in an SDK's envelope or by URL. */
export type CheckInReport = {
  slug: string;
  status: ReportStatus;
  /**
   * 32 hexadecimal digits; absent: the newest run in progress in the environment, otherwise a new
   * one.
   */
  checkInId?: string;
  durationMs?: number;
  environment: string;
  release?: string;
  traceId?: TraceId;
  /** Creates or updates the monitor, unless its schedule is invalid. */
  config?: MonitorConfig | "unreadable";
  /** Modified fields of the report; those of its config are in `config.notes`. */
  notes?: Note[];
};

/** A run of a job, or missed slots. */
export type CheckIn = {
  id: number;
  projectId: ProjectId;
  monitorId: MonitorId;
  environment: string;
  checkInId?: string;
  status: CheckInStatus;
  /** First report; if missed, expected time. */
  at: number;
  /** End time, successful or not. */
  settledAt?: number;
  /** The slot that it filled, if one was expected. */
  expectedAt?: number;
  durationMs?: number;
  release?: string;
  traceId?: TraceId;
  /** More than one if this instance was down for several: counted up to a hundred. */
  slots: number;
  /** In progress, but its end may have been sent while this instance was down. */
  unsure: boolean;
  notes?: Note[];
};

export type NewCheckIn = Omit<CheckIn, "id">;

/** A run in progress times out then. */
export const timeoutOf = ({ maxRuntimeMinutes }: MonitorConfig, at: number): number =>
  at + maxRuntimeMinutes * 60_000;
