import type { Attributes, AttributeValue } from "#server/domain/trace/span.ts";
import type { WireReader } from "./wire.ts";

/** Attributes kept of one owner (SPEC section 9: map); the rest is counted. */
const maxAttributes = 1_000;
const maxDepth = 16;

/** Gathers attributes as they come by. Of a key that comes twice the last counts. */
export class AttributeGatherer {
  readonly attributes: Attributes = {};
  /** Left out because there were too many. */
  omitted = 0;
  private count = 0;

  /** The reader stands at the length of a `KeyValue` message. */
  read(reader: WireReader): void {
    const [key, value] = readKeyValue(reader, reader.enter());
    this.add(key, value);
  }

  add(key: string, value: AttributeValue): void {
    // By assignment this name would mean the prototype.
    if (key === "__proto__") return;
    if (this.count < maxAttributes || Object.hasOwn(this.attributes, key)) {
      this.attributes[key] = value;
      this.count += 1;
    } else this.omitted += 1;
  }
}

const tags = { key: 10, value: 18, list: 10 };

/** The reader stands at the first byte of a `KeyValue` message. */
export function readKeyValue(reader: WireReader, end: number, depth = 0): [key: string, value: AttributeValue] {
  let key = "";
  let value: AttributeValue = null;
  while (reader.position < end) {
    const tag = reader.tag();
    if (tag === tags.key) key = reader.text();
    else if (tag === tags.value) value = readAnyValue(reader, depth);
    else reader.skip(tag);
  }
  reader.leave(end);
  return [key, value];
}

/** The reader stands at the length of an `AnyValue`. One that sets nothing is null; what is nested too deep is too. */
export function readAnyValue(reader: WireReader, depth = 0): AttributeValue {
  const end = reader.enter();
  if (depth >= maxDepth) reader.position = end;
  let value: AttributeValue = null;
  while (reader.position < end) {
    const tag = reader.tag();
    if (tag === 10) value = reader.text();
    else if (tag === 16) value = reader.uint32() !== 0;
    else if (tag === 24) value = reader.int64();
    else if (tag === 33) value = reader.double();
    else if (tag === 42) value = readArray(reader, depth + 1);
    else if (tag === 50) value = readMap(reader, depth + 1);
    else if (tag === 58) value = { bytes: reader.span().toString("base64") };
    else reader.skip(tag);
  }
  reader.leave(end);
  return value;
}

function readArray(reader: WireReader, depth: number): AttributeValue[] {
  const end = reader.enter();
  const values: AttributeValue[] = [];
  while (reader.position < end) {
    const tag = reader.tag();
    if (tag === tags.list && values.length < maxAttributes) values.push(readAnyValue(reader, depth));
    else reader.skip(tag);
  }
  reader.leave(end);
  return values;
}

function readMap(reader: WireReader, depth: number): Attributes {
  const end = reader.enter();
  const map: Attributes = {};
  let count = 0;
  while (reader.position < end) {
    const tag = reader.tag();
    if (tag !== tags.list || count++ >= maxAttributes) reader.skip(tag);
    else {
      const [key, value] = readKeyValue(reader, reader.enter(), depth);
      if (key !== "__proto__") map[key] = value;
    }
  }
  reader.leave(end);
  return map;
}
