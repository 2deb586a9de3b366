import type { CheckIn } from "#server/domain/monitor/check-in.ts";
import type { MonitorIncident } from "#server/domain/monitor/incident.ts";
import { scheduleWords } from "#server/domain/monitor/schedule-words.ts";
import { monitorStatusOf, worstStatus } from "#server/domain/monitor/status.ts";
import type { Problem } from "#server/domain/problem.ts";
import { isoTime } from "#server/http/iso-time.ts";
import type { WatchedMonitor } from "#server/storage/monitors/monitor-store.ts";
import type { DataHandler } from "./routes.ts";
import { limitOf, paramsOf } from "./search-params.ts";

/** `?query&cursor&limit`: sorted by name. */
export const monitorListData: DataHandler = async ({ services, project }, request) => {
  const params = paramsOf(request);
  const { rows, next } = await services.store.monitors.list({
    projectId: project.id,
    query: params.get("query") ?? "",
    limit: limitOf(params),
    ...cursorOf(params),
  });
  const now = services.now();
  return { monitors: rows.map((row) => monitorJson(row, now)), next: next ?? null };
};

const noMonitor: Problem = { problem: "not-found", detail: "Monitor not found." };
const incidentsShown = 50;

/**
 * `?environment&cursor&limit`: one monitor with its check-ins, newest first, and its notifications.
 */
export const monitorData: DataHandler = async ({ services, project }, request) => {
  const { monitors } = services.store;
  const params = paramsOf(request);
  const watched = await monitors.find(project.id, String(request.params.monitor));
  if (!watched) return noMonitor;
  const environment = params.get("environment") || undefined;
  const { rows, next } = await monitors.checkIns({
    monitorId: watched.monitor.id,
    limit: limitOf(params),
    ...cursorOf(params),
    ...(environment !== undefined && { environment }),
  });
  const incidents = await monitors.incidents(watched.monitor.id, incidentsShown);
  return {
    ...monitorJson(watched, services.now()),
    checkIns: rows.map(checkInJson),
    next: next ?? null,
    incidents: incidents.map(incidentJson),
  };
};

const cursorOf = (params: URLSearchParams): { cursor?: string } => {
  const cursor = params.get("cursor");
  return cursor === null ? {} : { cursor };
};

function monitorJson({ monitor, environments }: WatchedMonitor, now: number) {
  const { slug, name, schedule, timeZone, marginMinutes, maxRuntimeMinutes, mutedUntil, pausedAt } =
    monitor;
  const { failureThreshold, recoveryThreshold, notes = [] } = monitor;
  return {
    slug,
    name,
    state: worstStatus(monitor, environments, now),
    schedule,
    scheduleText: scheduleWords(schedule),
    timeZone,
    marginMinutes,
    maxRuntimeMinutes,
    failureThreshold,
    recoveryThreshold,
    mutedUntil: isoTime(mutedUntil),
    pausedAt: isoTime(pausedAt),
    notes,
    environments: environments.map((each) => ({
      environment: each.environment,
      state: monitorStatusOf(monitor, each, now),
      lastStatus: each.lastStatus,
      lastCheckIn: isoTime(each.lastAt),
      nextExpected: isoTime(each.expectedAt),
    })),
  };
}

function checkInJson({
  checkInId,
  status,
  environment,
  at,
  settledAt,
  expectedAt,
  ...row
}: CheckIn) {
  return {
    checkInId: checkInId ?? null,
    status,
    environment,
    at: isoTime(at),
    settledAt: isoTime(settledAt),
    expectedAt: isoTime(expectedAt),
    durationMs: row.durationMs ?? null,
    slots: row.slots,
    release: row.release ?? null,
    traceId: row.traceId ?? null,
    notes: row.notes ?? [],
  };
}

const incidentJson = ({ id, at, environment, what }: MonitorIncident) => ({
  id,
  at: isoTime(at),
  environment,
  what,
});
