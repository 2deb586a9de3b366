import { Buffer } from "node:buffer";
import protobuf from "protobufjs";

// An independent encoder and decoder of the messages that Spoor reads, for the tests in this
// folder: protobufjs with its own copy of the tables, written from the protocol's field list, not
// from schema.ts.

const proto = `syntax = "proto3";
message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4;
  ArrayValue array_value = 5; KeyValueList kvlist_value = 6; bytes bytes_value = 7; } }
message ArrayValue { repeated AnyValue values = 1; }
message KeyValueList { repeated KeyValue values = 1; }
message KeyValue { string key = 1; AnyValue value = 2; }
message InstrumentationScope { string name = 1; string version = 2; repeated KeyValue attributes = 3; uint32 dropped_attributes_count = 4; }
message Resource { repeated KeyValue attributes = 1; uint32 dropped_attributes_count = 2; }
message TracesData { repeated ResourceSpans resource_spans = 1; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; string schema_url = 3; }
message ScopeSpans { InstrumentationScope scope = 1; repeated Span spans = 2; string schema_url = 3; }
message Span { bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; bytes parent_span_id = 4; string name = 5;
  int32 kind = 6; fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8; repeated KeyValue attributes = 9;
  uint32 dropped_attributes_count = 10; repeated Event events = 11; uint32 dropped_events_count = 12; repeated Link links = 13;
  uint32 dropped_links_count = 14; Status status = 15; fixed32 flags = 16; }
message Event { fixed64 time_unix_nano = 1; string name = 2; repeated KeyValue attributes = 3; uint32 dropped_attributes_count = 4; }
message Link { bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; repeated KeyValue attributes = 4;
  uint32 dropped_attributes_count = 5; fixed32 flags = 6; }
message Status { string message = 2; int32 code = 3; }
message LogsData { repeated ResourceLogs resource_logs = 1; }
message ResourceLogs { Resource resource = 1; repeated ScopeLogs scope_logs = 2; string schema_url = 3; }
message ScopeLogs { InstrumentationScope scope = 1; repeated LogRecord log_records = 2; string schema_url = 3; }
message LogRecord { fixed64 time_unix_nano = 1; int32 severity_number = 2; string severity_text = 3; AnyValue body = 5;
  repeated KeyValue attributes = 6; uint32 dropped_attributes_count = 7; fixed32 flags = 8; bytes trace_id = 9; bytes span_id = 10;
  fixed64 observed_time_unix_nano = 11; string event_name = 12; }`;

const { root } = protobuf.parse(proto);

/**
 * A message as protobufjs writes it: camelCase names, 64-bit numbers as strings, bytes as buffers.
 */
export type Plain = { [name: string]: unknown };

export const encodeWith = (type: "TracesData" | "LogsData", message: Plain): Uint8Array =>
  new Uint8Array(root.lookupType(type).encode(root.lookupType(type).fromObject(message)).finish());

export const decodeWith = (type: "TracesData" | "LogsData", bytes: Uint8Array): Plain =>
  root
    .lookupType(type)
    .toObject(root.lookupType(type).decode(bytes), { longs: String, defaults: true, arrays: true });

/** The same numbers in each run. */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }

  list<T>(max: number, make: () => T): T[] {
    return Array.from({ length: this.below(max + 1) }, make);
  }
}

const texts = ["", "a", "plain words", "ünïcødé ✓ 😀", "x".repeat(300), "line\nline", '"quoted"\\'];
const integers = [
  "0",
  "1",
  "-1",
  "9007199254740991",
  "9007199254740993",
  "-9223372036854775808",
  "9223372036854775807",
];
const doubles = [0.5, -1e300, 2.220446049250313e-16, 1e-7];

function randomValue(chance: Chance, depth: number): Plain {
  const kind = chance.below(depth > 2 ? 6 : 8);
  if (kind === 0) return {};
  if (kind === 1) return { boolValue: chance.below(2) === 1 };
  if (kind === 2) return { intValue: chance.pick(integers) };
  if (kind === 3) return { doubleValue: chance.pick(doubles) };
  if (kind === 4) return { bytesValue: chance.bytes(chance.below(20)) };
  if (kind === 6)
    return { arrayValue: { values: chance.list(3, () => randomValue(chance, depth + 1)) } };
  if (kind === 7) return { kvlistValue: { values: randomAttributes(chance, depth + 1) } };
  return { stringValue: chance.pick(texts) };
}

const randomAttributes = (chance: Chance, depth = 0): Plain[] =>
  chance.list(6, () => ({ key: `k${chance.below(9)}`, value: randomValue(chance, depth) }));

function randomSpan(chance: Chance, traces: Buffer[]): Plain {
  const start = 1_795_236_865_953_830_701n + BigInt(chance.below(1e9));
  return {
    traceId: chance.pick(traces),
    spanId: chance.bytes(8),
    ...(chance.below(3) > 0 && { parentSpanId: chance.bytes(8) }),
    name: chance.pick(texts),
    kind: chance.below(7),
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + BigInt(chance.below(1e9)) - 1000n),
    attributes: randomAttributes(chance),
    droppedAttributesCount: chance.below(3),
    events: chance.list(2, () => ({
      timeUnixNano: String(start),
      name: chance.pick(texts),
      attributes: randomAttributes(chance),
    })),
    links: chance.list(2, () => ({
      traceId: chance.pick(traces),
      spanId: chance.bytes(8),
      attributes: randomAttributes(chance),
    })),
    ...(chance.below(2) > 0 && { status: { message: chance.pick(texts), code: chance.below(3) } }),
    flags: chance.pick([0, 1, 0x101, 0x301]),
    traceState: chance.pick(texts),
  };
}

/** A realistic request with a few traces and some dozens of spans. */
export function randomTraces(chance: Chance): Plain {
  const traces = [chance.bytes(16), chance.bytes(16), chance.bytes(16)];
  const resourceSpans = chance.list(3, () => ({
    resource: {
      attributes: [
        ...randomAttributes(chance),
        { key: "service.name", value: { stringValue: "shop" } },
      ],
    },
    scopeSpans: chance.list(3, () => ({
      scope: { name: chance.pick(texts), version: chance.pick(texts) },
      spans: chance.list(5, () => randomSpan(chance, traces)),
      schemaUrl: "https://opentelemetry.io/schemas/1.44.0",
    })),
  }));
  return { resourceSpans };
}
