import { type Level, levels } from "#server/domain/event/error-event.ts";
import type { Note } from "#server/domain/event/error-event.ts";
import type { Json } from "#server/domain/json.ts";
import { noteCorrected } from "./notes.ts";

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

/**
 * `error` if none is sent, and with a note if it is unknown. Numbers are those of Python's logging
 * (10 debug … 50 critical).
 */
export function readLevel(value: Json | undefined, notes: Note[]): Level {
  if (typeof value === "string" && value !== "")
    return otherNames.get(value.toLowerCase()) ?? unknown(value, notes);
  if (typeof value === "object" && value !== null) return unknown("what was sent", notes);
  if (typeof value !== "number") return "error";
  if (value >= 50) return "fatal";
  if (value >= 40) return "error";
  if (value >= 30) return "warning";
  return value >= 20 ? "info" : "debug";
}

const longestShown = 40;

function unknown(sent: string, notes: Note[]): Level {
  const shown = sent.length > longestShown ? `${sent.slice(0, longestShown)}…` : sent;
  noteCorrected(notes, "level", `“${shown}” is not a level: set to error`);
  return "error";
}
