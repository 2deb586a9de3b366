import type { Note } from "#server/domain/event/error-event.ts";
import { isObject, type Json, type JsonObject, textOf } from "#server/domain/json.ts";
import { intervalUnits } from "#server/domain/monitor/interval.ts";
import {
  type MonitorConfig,
  monitorDefaults,
  monitorLimits,
} from "#server/domain/monitor/monitor.ts";
import { checkTimetable, type Schedule } from "#server/domain/monitor/schedule.ts";
import { naturalOf } from "#server/ingest/sentry/event/lenient.ts";
import { noteCorrected } from "#server/ingest/sentry/event/notes.ts";

/**
 * `monitor_config` of a check-in; undefined if its schedule or time zone is invalid. Numbers are
 * clamped to their limits, and noted.
 */
export function readMonitorConfig(config: JsonObject, now: number): MonitorConfig | undefined {
  const schedule = scheduleOf(config["schedule"]);
  const timeZone = textOf(config["timezone"]) ?? monitorDefaults.timeZone;
  if (!schedule || checkTimetable({ schedule, timeZone }, now)) return undefined;
  const { marginMinutes, maxRuntimeMinutes, failureThreshold, recoveryThreshold } = monitorDefaults;
  const notes: Note[] = [];
  const within = (name: string, least: number, most: number, otherwise: number) =>
    numberWithin(config[name], { least, most, otherwise, path: `monitor_config.${name}`, notes });
  const read: MonitorConfig = {
    schedule,
    timeZone,
    marginMinutes: within("checkin_margin", 0, monitorLimits.marginMinutes, marginMinutes),
    maxRuntimeMinutes: within("max_runtime", 1, monitorLimits.maxRuntimeMinutes, maxRuntimeMinutes),
    failureThreshold: within(
      "failure_issue_threshold",
      1,
      monitorLimits.threshold,
      failureThreshold,
    ),
    recoveryThreshold: within("recovery_threshold", 1, monitorLimits.threshold, recoveryThreshold),
  };
  return notes.length > 0 ? { ...read, notes } : read;
}

function scheduleOf(value: Json | undefined): Schedule | undefined {
  if (!isObject(value)) return undefined;
  if (value["type"] === "crontab") return crontabOf(textOf(value["value"]));
  const every = naturalOf(value["value"]);
  const unit = intervalUnits.find((each) => each === value["unit"]);
  if (value["type"] !== "interval" || !unit || !every || every > monitorLimits.every)
    return undefined;
  return { kind: "interval", every, unit };
}

function crontabOf(text: string | undefined): Schedule | undefined {
  const expression = text?.trim().replaceAll(/\s+/g, " ");
  if (!expression || expression.length > monitorLimits.expressionLength) return undefined;
  return { kind: "crontab", expression };
}

type Bounds = { least: number; most: number; otherwise: number; path: string; notes: Note[] };

function numberWithin(
  value: Json | undefined,
  { least, most, otherwise, path, notes }: Bounds,
): number {
  if (value === undefined || value === null) return otherwise;
  const number = naturalOf(value);
  const kept = number === undefined ? otherwise : Math.min(Math.max(number, least), most);
  if (number !== kept)
    noteCorrected(
      notes,
      path,
      `${shown(value)} is not between ${least} and ${most}: set to ${kept}`,
    );
  return kept;
}

const shown = (value: Json): string => JSON.stringify(value).slice(0, 40);
