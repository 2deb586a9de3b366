import { type Level, levels } from "#server/domain/event/error-event.ts";
import type { Json } from "#server/domain/json.ts";

const otherNames = new Map<string, Level>([
  ["critical", "fatal"],
  ["emergency", "fatal"],
  ["alert", "fatal"],
  ["err", "error"],
  ["warn", "warning"],
  ["log", "info"],
  ["notice", "info"],
  ["sample", "info"],
  ["trace", "debug"],
  ...levels.map((level): [string, Level] => [level, level]),
]);

/** `error` where nothing or nothing known is sent. Numbers are those of Python's logging (10 debug … 50 critical). */
export function readLevel(value: Json | undefined): Level {
  if (typeof value === "string") return otherNames.get(value.toLowerCase()) ?? "error";
  if (typeof value !== "number") return "error";
  if (value >= 50) return "fatal";
  if (value >= 40) return "error";
  if (value >= 30) return "warning";
  return value >= 20 ? "info" : "debug";
}
