import { isObject, type Json, type JsonObject } from "#server/domain/json.ts";
import { intervalUnits } from "#server/domain/monitor/interval.ts";
import { type MonitorConfig, monitorDefaults, monitorLimits } from "#server/domain/monitor/monitor.ts";
import { checkTimetable, type Schedule } from "#server/domain/monitor/schedule.ts";
import { naturalOf, textOf } from "./event/lenient.ts";

/** `monitor_config` of a check-in; undefined when its schedule or time zone cannot be followed. Numbers are kept within their limits. */
export function readMonitorConfig(config: JsonObject, now: number): MonitorConfig | undefined {
  const schedule = scheduleOf(config["schedule"]);
  const timeZone = textOf(config["timezone"]) ?? monitorDefaults.timeZone;
  if (!schedule || checkTimetable({ schedule, timeZone }, now)) return undefined;
  const { marginMinutes, maxRuntimeMinutes, failureThreshold, recoveryThreshold } = monitorDefaults;
  return {
    ...{ schedule, timeZone },
    marginMinutes: within(config["checkin_margin"], 0, monitorLimits.marginMinutes, marginMinutes),
    maxRuntimeMinutes: within(config["max_runtime"], 1, monitorLimits.maxRuntimeMinutes, maxRuntimeMinutes),
    failureThreshold: within(config["failure_issue_threshold"], 1, monitorLimits.threshold, failureThreshold),
    recoveryThreshold: within(config["recovery_threshold"], 1, monitorLimits.threshold, recoveryThreshold),
  };
}

function scheduleOf(value: Json | undefined): Schedule | undefined {
  if (!isObject(value)) return undefined;
  if (value["type"] === "crontab") return crontabOf(textOf(value["value"]));
  const every = naturalOf(value["value"]);
  const unit = intervalUnits.find((each) => each === value["unit"]);
  if (value["type"] !== "interval" || !unit || !every || every > monitorLimits.every) return undefined;
  return { kind: "interval", every, unit };
}

function crontabOf(text: string | undefined): Schedule | undefined {
  const expression = text?.trim().replaceAll(/\s+/g, " ");
  if (!expression || expression.length > monitorLimits.expressionLength) return undefined;
  return { kind: "crontab", expression };
}

function within(value: Json | undefined, least: number, most: number, otherwise: number): number {
  const number = naturalOf(value);
  return number === undefined ? otherwise : Math.min(Math.max(number, least), most);
}
