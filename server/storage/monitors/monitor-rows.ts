import type { Note } from "#server/domain/event/error-event.ts";
import type { MonitorId, ProjectId, TraceId } from "#server/domain/ids.ts";
import type { CheckIn, CheckInStatus, NewCheckIn } from "#server/domain/monitor/check-in.ts";
import type { Health } from "#server/domain/monitor/health.ts";
import type { MonitorIncident } from "#server/domain/monitor/incident.ts";
import type { Monitor, MonitorConfig, MonitorEnvironment } from "#server/domain/monitor/monitor.ts";
import type { Watch } from "#server/domain/monitor/watch.ts";
import type { CheckInStep } from "./monitor-store.ts";

export const monitorColumns =
  "id, project_id, slug, name, config, created_at, paused_at, muted_until";
export type MonitorRow = {
  id: number;
  project_id: number;
  slug: string;
  name: string;
  config: string;
  created_at: number;
  paused_at: number | null;
  muted_until: number | null;
};

export function monitorOf(row: MonitorRow): Monitor {
  return {
    ...(JSON.parse(row.config) as MonitorConfig),
    id: row.id as MonitorId,
    projectId: row.project_id as ProjectId,
    slug: row.slug,
    name: row.name,
    createdAt: row.created_at,
    ...(row.paused_at !== null && { pausedAt: row.paused_at }),
    ...(row.muted_until !== null && { mutedUntil: row.muted_until }),
  };
}

/** Value of `monitors.config`. */
export function configText(monitor: MonitorConfig): string {
  const {
    schedule,
    timeZone,
    marginMinutes,
    maxRuntimeMinutes,
    failureThreshold,
    recoveryThreshold,
    notes,
  } = monitor;
  const config: MonitorConfig = {
    schedule,
    timeZone,
    marginMinutes,
    maxRuntimeMinutes,
    failureThreshold,
    recoveryThreshold,
    ...(notes && { notes }),
  };
  return JSON.stringify(config);
}

export const environmentColumns =
  "monitor_id, environment, health, last_at, last_status, expected_at";
export type EnvironmentRow = {
  monitor_id: number;
  environment: string;
  health: string;
  last_at: number;
  last_status: string;
  expected_at: number | null;
};

export function environmentOf(row: EnvironmentRow): MonitorEnvironment {
  return {
    monitorId: row.monitor_id as MonitorId,
    environment: row.environment,
    health: JSON.parse(row.health) as Health,
    lastAt: row.last_at,
    lastStatus: row.last_status as CheckInStatus,
    ...(row.expected_at !== null && { expectedAt: row.expected_at }),
  };
}

export const checkInColumns = `id, project_id, monitor_id, environment, check_in_id, status, at, settled_at, expected_at,
  duration_ms, release, trace_id, slots, unsure, notes`;
export type CheckInRow = {
  id: number;
  project_id: number;
  monitor_id: number;
  environment: string;
  check_in_id: string | null;
  status: string;
  at: number;
  settled_at: number | null;
  expected_at: number | null;
  duration_ms: number | null;
  release: string | null;
  trace_id: string | null;
  slots: number;
  unsure: number;
  notes: string | null;
};

export function checkInOf(row: CheckInRow): CheckIn {
  return {
    id: row.id,
    projectId: row.project_id as ProjectId,
    monitorId: row.monitor_id as MonitorId,
    environment: row.environment,
    status: row.status as CheckInStatus,
    at: row.at,
    ...(row.check_in_id !== null && { checkInId: row.check_in_id }),
    ...(row.settled_at !== null && { settledAt: row.settled_at }),
    ...(row.expected_at !== null && { expectedAt: row.expected_at }),
    ...(row.duration_ms !== null && { durationMs: row.duration_ms }),
    ...(row.release !== null && { release: row.release }),
    ...(row.trace_id !== null && { traceId: row.trace_id as TraceId }),
    slots: row.slots,
    unsure: row.unsure === 1,
    ...(row.notes !== null && { notes: JSON.parse(row.notes) as Note[] }),
  };
}

/**
 * Parameters of the statements that add one, in order: project, monitor, environment, client ID,
 * status, times, config.
 */
export function checkInValues(checkIn: NewCheckIn): (string | number | null)[] {
  const { projectId, monitorId, environment, checkInId = null, status, at } = checkIn;
  const {
    settledAt = null,
    expectedAt = null,
    durationMs = null,
    release = null,
    traceId = null,
  } = checkIn;
  const run = [projectId, monitorId, environment, checkInId, status, at, settledAt, expectedAt];
  return [
    ...run,
    durationMs,
    release,
    traceId,
    checkIn.slots,
    Number(checkIn.unsure),
    notesText(checkIn),
  ];
}

/** Value of `check_ins.notes`. */
export const notesText = ({ notes }: Pick<NewCheckIn, "notes">): string | null =>
  notes ? JSON.stringify(notes) : null;

export type StepRow = {
  monitor_id: number;
  step: number;
  status: string;
  count: number;
  mean: number | null;
  longest: number | null;
};

export const stepOf = (row: StepRow): CheckInStep => ({
  monitorId: row.monitor_id as MonitorId,
  at: row.step,
  status: row.status as CheckInStatus,
  count: row.count,
  ...(row.mean !== null && { meanMs: row.mean }),
  ...(row.longest !== null && { maxMs: row.longest }),
});

export type WatchRow = { until: number; gap_from: number | null; gap_to: number | null };

export const watchOf = ({ until, gap_from, gap_to }: WatchRow): Watch => ({
  until,
  ...(gap_from !== null && { gap: { from: gap_from, to: gap_to! } }),
});

export type IncidentRow = Omit<MonitorIncident, "projectId" | "monitorId"> & {
  project_id: number;
  monitor_id: number;
};

export const incidentOf = ({ project_id, monitor_id, ...row }: IncidentRow): MonitorIncident => ({
  ...row,
  projectId: project_id as ProjectId,
  monitorId: monitor_id as MonitorId,
});
