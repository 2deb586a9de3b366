import type { Note } from "#server/domain/event/error-event.ts";
import type { AttributeValue } from "#server/domain/trace/span.ts";
import { noteTrimmed } from "#server/ingest/sentry/event/notes.ts";

/** Characters of a value. */
export const maxText = 16_384;

/** Adds notes for truncated texts in a value, under its path. */
export function noteLongTexts(notes: Note[], path: string, value: AttributeValue): void {
  if (typeof value === "string") {
    if (value.length > maxText) noteTrimmed(notes, path, maxText, value.length, "characters");
  } else if (typeof value === "object" && value !== null)
    for (const [key, each] of Object.entries(value)) noteLongTexts(notes, `${path}.${key}`, each);
}

/** The same notes under the value's path. */
export const notesUnder = (path: string, notes: readonly Note[]): Note[] =>
  notes.map((note) => ({ ...note, path: note.path === "" ? path : `${path}.${note.path}` }));

/** Attribute with the changes to a span before it was stored: JSON. */
export const notesAttribute = "spoor.ingest.notes";

const kinds = new Set<unknown>([
  "trimmed",
  "dropped",
  "corrected",
  "scrubbed",
] satisfies Note["kind"][]);

/** Notes that `encodeSpans` wrote; none if a client invented the attribute. */
export function readNotes(value: AttributeValue): Note[] {
  try {
    const notes = JSON.parse(String(value)) as Note[];
    return notes.filter(
      ({ path, kind, detail }) => kinds.has(kind) && typeof path + typeof detail === "stringstring",
    );
  } catch {
    return [];
  }
}
