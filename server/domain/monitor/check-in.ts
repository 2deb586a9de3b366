import type { Note } from "#server/domain/event/error-event.ts";
import type { MonitorId, ProjectId, TraceId } from "#server/domain/ids.ts";
import type { MonitorConfig } from "./monitor.ts";

/** What a job says of one of its runs. */
export const reportStatuses = ["in_progress", "ok", "error"] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** `unknown`: Spoor was not running when it should have heard of it. */
export type CheckInStatus = ReportStatus | "timeout" | "missed" | "unknown";

/** A check-in as it came: by an SDK's envelope or by URL. */
export type CheckInReport = {
  slug: string;
  status: ReportStatus;
  /**
   * 32 hex digits; absent: the newest run of the environment that is in progress, else a new one.
   */
  checkInId?: string;
  durationMs?: number;
  environment: string;
  release?: string;
  traceId?: TraceId;
  /** Makes the monitor, or changes it; unless it has a schedule that cannot be followed. */
  config?: MonitorConfig | "unreadable";
  /** What of the report was not kept as it was sent; of its config, `config.notes` says so. */
  notes?: Note[];
};

/** A run of a job, or slots that passed without one. */
export type CheckIn = {
  id: number;
  projectId: ProjectId;
  monitorId: MonitorId;
  environment: string;
  checkInId?: string;
  status: CheckInStatus;
  /** When it was first heard of; of what was missed, when it was expected. */
  at: number;
  /** When it ended, well or not. */
  settledAt?: number;
  /** The slot that it filled, where one was expected. */
  expectedAt?: number;
  durationMs?: number;
  release?: string;
  traceId?: TraceId;
  /** More than one where Spoor did not run for several: counted up to a hundred. */
  slots: number;
  /** In progress, but its end may have been sent while Spoor was not running. */
  unsure: boolean;
  notes?: Note[];
};

export type NewCheckIn = Omit<CheckIn, "id">;

/** A run that is under way counts as failed then. */
export const timeoutOf = ({ maxRuntimeMinutes }: MonitorConfig, at: number): number =>
  at + maxRuntimeMinutes * 60_000;
