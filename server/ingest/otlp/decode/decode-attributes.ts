import type { Note } from "#server/domain/event/error-event.ts";
import type { Attributes, AttributeValue } from "#server/domain/trace/span.ts";
import { noteDropped, noteTrimmed } from "#server/ingest/sentry/event/notes.ts";
import { noteLongTexts, notesUnder } from "#server/ingest/otlp/trimmed-values.ts";
import type { WireReader } from "#server/ingest/otlp/wire/wire.ts";

/** Maximum number of attributes per owner; the rest is counted. */
const maxAttributes = 1_000;
const maxDepth = 16;
const none: Note[] = [];

/** Collects attributes. Of a duplicate key, the last counts. */
export class AttributeGatherer {
  readonly attributes: Attributes = {};
  /** Number omitted over the limit. */
  private omitted = 0;
  private count = 0;
  private own: Note[] | undefined;

  /** The reader is at the length of a `KeyValue` message. */
  read(reader: WireReader): void {
    const notes: Note[] = [];
    const [key, value] = readKeyValue(reader, reader.enter(), 0, notes);
    noteLongTexts(notes, "", value);
    this.add(key, value, notes);
  }

  /** Changes between the values as sent and as shown, under `path`. */
  notes(path: string): Note[] {
    if (!this.own && this.omitted === 0) return none;
    const notes = path === "" ? [...(this.own ?? [])] : notesUnder(path, this.own ?? []);
    if (this.omitted > 0)
      noteTrimmed(
        notes,
        path || "attributes",
        maxAttributes,
        maxAttributes + this.omitted,
        "attributes",
      );
    return notes;
  }

  add(key: string, value: AttributeValue, notes: readonly Note[] = []): void {
    // Assigning this name would set the prototype.
    if (key === "__proto__") return;
    if (this.count < maxAttributes || Object.hasOwn(this.attributes, key)) {
      this.attributes[key] = value;
      this.count += 1;
      if (notes.length > 0) (this.own ??= []).push(...notesUnder(key, notes));
    } else this.omitted += 1;
  }
}

const tags = { key: 10, value: 18, list: 10 };

/**
 * The reader is at the first byte of a `KeyValue` message. `notes` receives omitted parts of the
 * value.
 */
export function readKeyValue(
  reader: WireReader,
  end: number,
  depth = 0,
  notes: Note[] = [],
): [key: string, value: AttributeValue] {
  let key = "";
  let value: AttributeValue = null;
  while (reader.position < end) {
    const tag = reader.tag();
    if (tag === tags.key) key = reader.text();
    else if (tag === tags.value) value = readAnyValue(reader, depth, notes);
    else reader.skip(tag);
  }
  reader.leave(end);
  return [key, value];
}

/** The reader is at the length of an `AnyValue`. An empty or too deeply nested one is null. */
export function readAnyValue(reader: WireReader, depth = 0, notes: Note[] = []): AttributeValue {
  const end = reader.enter();
  if (depth >= maxDepth) {
    noteDropped(notes, "", `nested deeper than ${maxDepth}`);
    reader.position = end;
  }
  let value: AttributeValue = null;
  while (reader.position < end) {
    const tag = reader.tag();
    if (tag === 10) value = reader.text();
    else if (tag === 16) value = reader.uint32() !== 0;
    else if (tag === 24) value = reader.int64();
    else if (tag === 33) value = reader.double();
    else if (tag === 42) value = readArray(reader, depth + 1, notes);
    else if (tag === 50) value = readMap(reader, depth + 1, notes);
    else if (tag === 58) value = { bytes: reader.span().toString("base64") };
    else reader.skip(tag);
  }
  reader.leave(end);
  return value;
}

function readArray(reader: WireReader, depth: number, notes: Note[]): AttributeValue[] {
  const end = reader.enter();
  const values: AttributeValue[] = [];
  let count = 0;
  while (reader.position < end) {
    const tag = reader.tag();
    if (tag === tags.list && count++ < maxAttributes)
      values.push(readAnyValue(reader, depth, notes));
    else reader.skip(tag);
  }
  reader.leave(end);
  if (count > maxAttributes) noteTrimmed(notes, "", maxAttributes, count, "entries");
  return values;
}

function readMap(reader: WireReader, depth: number, notes: Note[]): Attributes {
  const end = reader.enter();
  const map: Attributes = {};
  let count = 0;
  while (reader.position < end) {
    const tag = reader.tag();
    if (tag !== tags.list || count++ >= maxAttributes) reader.skip(tag);
    else {
      const [key, value] = readKeyValue(reader, reader.enter(), depth, notes);
      if (key !== "__proto__") map[key] = value;
    }
  }
  reader.leave(end);
  if (count > maxAttributes) noteTrimmed(notes, "", maxAttributes, count, "fields");
  return map;
}
