import { derivedTags } from "#server/domain/event/derived-tags.ts";
import type { ErrorEvent, Note } from "#server/domain/event/error-event.ts";
import { type Json, textOf } from "#server/domain/json.ts";
import { pairsOf } from "./lenient.ts";
import { noteDropped, noteTrimmed } from "./notes.ts";

type Tag = ErrorEvent["tags"][number];

const maxTags = 200;
const maxCharacters = 200;

/** The client's tags in order. Of a duplicate key, the last counts. */
export function readTags(value: Json | undefined, notes: Note[]): Tag[] {
  const tags = new Map<string, string>();
  for (const [sentKey, sentValue] of pairsOf(value, "tags", notes)) {
    const text = textOf(sentValue);
    if (text !== undefined) tags.set(fit(sentKey, sentKey, notes), fit(text, sentKey, notes));
    else if (typeof sentValue === "object" && sentValue !== null)
      noteDropped(notes, `tags.${sentKey}`, "expected text");
  }
  if (tags.size <= maxTags) return [...tags];
  noteTrimmed(notes, "tags", maxTags, tags.size, "tags");
  return [...tags].slice(0, maxTags);
}

/** A tag is one table row: short, and without line breaks. */
function fit(text: string, key: string, notes: Note[]): string {
  const line = /[\r\n]/.test(text) ? text.replace(/[\r\n]+/g, " ").trim() : text;
  if (line.length <= maxCharacters) return line;
  noteTrimmed(
    notes,
    `tags.${key.slice(0, maxCharacters)}`,
    maxCharacters,
    line.length,
    "characters",
  );
  return `${line.slice(0, maxCharacters - 3)}...`;
}

/** The client's tags, then fields of the event under the names that people filter by. */
export function withDerivedTags(event: ErrorEvent): Tag[] {
  const derived = derivedTags(event).map(([key, value]): Tag => [
    key,
    fit(value, key, event.notes),
  ]);
  const tags = [...event.tags, ...derived];
  if (tags.length > maxTags) noteTrimmed(event.notes, "tags", maxTags, tags.length, "tags");
  return tags.slice(0, maxTags);
}
