import type { Note } from "#server/domain/event/error-event.ts";
import { noteCorrected, noteTrimmed } from "#server/ingest/sentry/event/notes.ts";

const maxName = 1_000;

/** A span's stored name. */
export function nameWithin(name: string, notes: Note[]): string {
  if (name.length > maxName) noteTrimmed(notes, "name", maxName, name.length, "characters");
  return name.slice(0, maxName);
}

/** End of a span: never before its start. */
export function endOf(startedAtNs: bigint, endedAtNs: bigint | undefined, notes: Note[]): bigint {
  if (endedAtNs === undefined || endedAtNs >= startedAtNs) return endedAtNs ?? startedAtNs;
  noteCorrected(notes, "endedAt", "before its start: set to the start");
  return startedAtNs;
}
