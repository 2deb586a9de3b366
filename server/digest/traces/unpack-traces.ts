import { Buffer } from "node:buffer";
import type { ProjectId, SpanId, TraceId } from "#server/domain/ids.ts";
import type { TraceRoot, TraceSummary } from "#server/domain/trace/listing/summary.ts";
import type { OpenCall, PartCalls, ServiceCall } from "#server/domain/trace/terms/service-calls.ts";
import type { SpanIds } from "#server/domain/trace/terms/span-ids.ts";
import type { CountedSpan } from "#server/domain/trace/terms/trace-part.ts";
import type { DigestTrace } from "./absorb-traces.ts";
import { categories, type PackedTraces } from "./packed-traces.ts";

export function unpackTraces(packed: PackedTraces): DigestTrace[] {
  const unpacker = new Unpacker(packed);
  return Array.from({ length: packed.count }, () => unpacker.trace());
}

class Unpacker {
  private readonly packed: PackedTraces;
  /** An ID sliced from this is a string of its own. */
  private readonly digits: Buffer;
  private number = 0;
  private digit = 0;

  constructor(packed: PackedTraces) {
    this.packed = packed;
    const { buffer, byteOffset, byteLength } = packed.digits;
    this.digits = Buffer.from(buffer, byteOffset, byteLength);
  }

  trace(): DigestTrace {
    const { buffers, lists } = this.packed;
    const traceId = this.id(32) as TraceId;
    const projectId = this.next() as ProjectId;
    const receivedAt = this.next();
    const category = categories[this.next()]!;
    const spans = this.spans();
    const bytes = new Uint8Array(buffers[this.next()]!, this.next(), this.next());
    const terms = { list: lists[this.next()]!, numbers: this.numberList() };
    const summary = this.summary(traceId);
    const calls = this.calls();
    const counted = this.counted();
    const part = {
      traceId,
      bytes,
      spans,
      terms,
      summary,
      calls,
      counted,
      releases: this.textList(),
    };
    return { projectId, part, receivedAt, category };
  }

  private spans(): SpanIds {
    const length = this.next();
    return { length, digits: this.id(16 * length) };
  }

  private summary(traceId: TraceId): TraceSummary {
    const root = this.root();
    const startedAt = this.next();
    const endedAt = this.next();
    const times =
      this.next() === 1
        ? { startedAt, endedAt, isDocument: true as const }
        : { startedAt, endedAt };
    const spanCount = this.next();
    const errorCount = this.next();
    const services = this.textList();
    const summary: TraceSummary = { traceId, root, ...times, spanCount, errorCount, services };
    const environment = this.text();
    const release = this.text();
    if (environment !== undefined) summary.environment = environment;
    if (release !== undefined) summary.release = release;
    return summary;
  }

  private root(): TraceRoot {
    const spanId = this.spanId();
    const service = this.text()!;
    const name = this.text()!;
    const route = this.text();
    const root: TraceRoot = {
      spanId,
      service,
      name,
      kind: this.text()!,
      rank: this.next(),
      startedAt: this.next(),
    };
    if (route !== undefined) root.route = route;
    return root;
  }

  private calls(): PartCalls {
    const within: ServiceCall[] = [];
    for (let left = this.next(); left > 0; left--) within.push(this.call());
    const open: OpenCall[] = [];
    for (let left = this.next(); left > 0; left--) open.push(this.openCall());
    return { within, open, services: this.textList(), owners: this.numberList() };
  }

  private call(): ServiceCall {
    const from = this.text()!;
    return {
      from,
      to: this.text()!,
      count: this.next(),
      errors: this.next(),
      totalMs: this.next(),
    };
  }

  private openCall(): OpenCall {
    return {
      parentSpanId: this.spanId(),
      to: this.text()!,
      failed: this.next() === 1,
      durationMs: this.next(),
    };
  }

  private counted(): CountedSpan[] {
    const counted: CountedSpan[] = [];
    for (let left = this.next(); left > 0; left--) {
      const spanId = this.spanId();
      const name = this.packed.names[this.next()]!;
      counted.push({
        name,
        spanId,
        startedAt: this.next(),
        durationMs: this.next(),
        failed: this.next() === 1,
      });
    }
    return counted;
  }

  private next(): number {
    return this.packed.numbers[this.number++]!;
  }

  private text(): string | undefined {
    return this.packed.texts[this.next()];
  }

  private textList(): string[] {
    const list: string[] = [];
    for (let left = this.next(); left > 0; left--) list.push(this.text()!);
    return list;
  }

  private numberList(): number[] {
    const length = this.next();
    // oxlint-disable-next-line unicorn/no-new-array -- As long as it will be: forty terms a trace, pushed, make three lists.
    const list = new Array<number>(length);
    for (let at = 0; at < length; at++) list[at] = this.next();
    return list;
  }

  private spanId(): SpanId {
    return this.id(16) as SpanId;
  }

  private id(length: number): string {
    return this.digits.toString("latin1", this.digit, (this.digit += length));
  }
}
