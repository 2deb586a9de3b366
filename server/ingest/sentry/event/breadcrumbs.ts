import type { Breadcrumb, Note } from "#server/domain/event/error-event.ts";
import { isObject, type Json, type JsonObject, textOf } from "#server/domain/json.ts";
import { objectsOf, trimmedText } from "./lenient.ts";
import { noteTrimmed } from "./notes.ts";
import { parseTime, type Drift } from "./timestamps.ts";

const maxBreadcrumbs = 100;
const maxMessage = 8_192;

/** The newest hundred, oldest first as sent, with times corrected to our clock. */
export function readBreadcrumbs(
  value: Json | undefined,
  drift: Drift,
  notes: Note[],
): Breadcrumb[] {
  const sent = objectsOf(value, "breadcrumbs", notes);
  if (sent.length > maxBreadcrumbs)
    noteTrimmed(notes, "breadcrumbs", maxBreadcrumbs, sent.length, "breadcrumbs, the newest");
  return sent
    .slice(-maxBreadcrumbs)
    .map((crumb, index) => readBreadcrumb(crumb, drift, `breadcrumbs.${index}`, notes));
}

function readBreadcrumb(sent: JsonObject, drift: Drift, path: string, notes: Note[]): Breadcrumb {
  const crumb: Breadcrumb = {};
  const timestamp = parseTime(sent["timestamp"]);
  const type = textOf(sent["type"]);
  const category = textOf(sent["category"]);
  const level = textOf(sent["level"]);
  const message = trimmedText(sent["message"], maxMessage, `${path}.message`, notes);
  if (timestamp !== undefined) crumb.timestamp = timestamp + drift;
  if (type !== undefined) crumb.type = type;
  if (category !== undefined) crumb.category = category;
  if (level !== undefined) crumb.level = level;
  if (message !== undefined) crumb.message = message;
  if (isObject(sent["data"])) crumb.data = sent["data"];
  return crumb;
}
