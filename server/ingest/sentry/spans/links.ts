import type { Note } from "#server/domain/event/error-event.ts";
import { parseSpanId, parseTraceId } from "#server/domain/ids.ts";
import type { Json } from "#server/domain/json.ts";
import type { SpanLink } from "#server/domain/trace/span.ts";
import { objectsOf } from "#server/ingest/sentry/event/lenient.ts";
import { noteDropped, noteTrimmed } from "#server/ingest/sentry/event/notes.ts";
import { attributesOfData, attributesOfTyped } from "./attributes.ts";

const maxLinks = 100;

/** Links to other traces (the previous page, a queue's producer), with attributes in both forms. */
export function readLinks(value: Json | undefined, notes: Note[]): SpanLink[] {
  const links = objectsOf(value, "links", notes);
  if (links.length > maxLinks) noteTrimmed(notes, "links", maxLinks, links.length, "links");
  return links.slice(0, maxLinks).flatMap((link, index) => {
    const traceId = parseTraceId(link["trace_id"]);
    const spanId = parseSpanId(link["span_id"]);
    if (!traceId || !spanId) {
      noteDropped(notes, `links.${index}`, "has no trace ID or span ID");
      return [];
    }
    const left: Note[] = [];
    const typed = attributesOfTyped(link["attributes"], left);
    const attributes =
      Object.keys(typed).length > 0 ? typed : attributesOfData(link["attributes"], left);
    for (const note of left) notes.push({ ...note, path: `links.${index}.${note.path}` });
    return [{ traceId, spanId, attributes }];
  });
}
