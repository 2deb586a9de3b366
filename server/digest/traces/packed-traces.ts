import { Buffer } from "node:buffer";
import type { ProjectId, SpanId, TraceId } from "#server/domain/ids.ts";
import type { OpenCall, PartCalls, ServiceCall } from "#server/domain/trace/terms/service-calls.ts";
import type { SpanIds } from "#server/domain/trace/terms/span-ids.ts";
import type { TraceRoot, TraceSummary } from "#server/domain/trace/listing/summary.ts";
import type { CountedName, CountedSpan } from "#server/domain/trace/terms/trace-part.ts";
import type { DigestTrace } from "./absorb-traces.ts";

/**
 * Traces on their way from the thread that read them to the one that stores them: a few long values
 * instead of forty objects each, which that other thread would hold from when they are read until
 * it is their turn.
 */
export type PackedTraces = {
  count: number;
  /** What is known of each trace, in the order of `Packer.trace`. */
  numbers: Float64Array<ArrayBuffer>;
  /**
   * The ids, in the order of the numbers, sixteen or 32 hex digits each. As texts they lay in the
   * reader's heap until all was packed.
   */
  digits: Uint8Array<ArrayBuffer>;
  /**
   * Texts, lists of terms and names come again and again: what is said of a trace are their
   * numbers.
   */
  texts: string[];
  lists: (readonly string[])[];
  names: CountedName[];
  /** What the parts' bytes are in. */
  buffers: ArrayBufferLike[];
};

type TracePacker = {
  add(traces: DigestTrace[]): void;
  /** All that was added; nothing is left. */
  take(): PackedTraces;
};

export function tracePacker(): TracePacker {
  let packer = new Packer(new Float64Array(firstRoom), Buffer.allocUnsafeSlow(firstRoom));
  return {
    add(traces) {
      for (const trace of traces) packer.trace(trace);
    },
    take() {
      const packed = packer.packed();
      // What was large enough for one piece is for the next.
      packer = new Packer(packer.numbers, packer.digits);
      return packed;
    },
  };
}

export function unpackTraces(packed: PackedTraces): DigestTrace[] {
  const unpacker = new Unpacker(packed);
  return Array.from({ length: packed.count }, () => unpacker.trace());
}

const firstRoom = 1 << 12;
const categories = ["span", "transaction"] as const;
const absent = -1;

/** Numbers for things, in the order in which they come first. */
class Numbering<Thing> {
  readonly things: Thing[] = [];
  private readonly numbers = new Map<Thing, number>();

  of(thing: Thing): number {
    const known = this.numbers.get(thing);
    if (known !== undefined) return known;
    this.numbers.set(thing, this.things.length);
    return this.things.push(thing) - 1;
  }
}

/** `Unpacker` reads field by field what this writes. */
class Packer {
  numbers: Float64Array<ArrayBuffer>;
  private length = 0;
  private count = 0;
  digits: Buffer<ArrayBuffer>;
  private digitCount = 0;
  private readonly texts = new Numbering<string>();
  private readonly lists = new Numbering<readonly string[]>();
  private readonly names = new Numbering<CountedName>();
  private readonly buffers = new Numbering<ArrayBufferLike>();

  constructor(numbers: Float64Array<ArrayBuffer>, digits: Buffer<ArrayBuffer>) {
    this.numbers = numbers;
    this.digits = digits;
  }

  packed(): PackedTraces {
    return {
      count: this.count,
      numbers: this.numbers.slice(0, this.length),
      digits: new Uint8Array(this.digits.subarray(0, this.digitCount)),
      texts: this.texts.things,
      lists: this.lists.things,
      names: this.names.things,
      buffers: this.buffers.things,
    };
  }

  trace({ projectId, receivedAt, category, part }: DigestTrace): void {
    const { traceId, bytes, spans, terms, summary, calls, counted, releases } = part;
    this.count += 1;
    this.id(traceId);
    this.id(spans.digits);
    this.number(projectId, receivedAt, categories.indexOf(category), spans.length);
    this.number(this.buffers.of(bytes.buffer), bytes.byteOffset, bytes.byteLength);
    this.number(this.lists.of(terms.list));
    this.numberList(terms.numbers);
    this.summary(summary);
    this.calls(calls);
    this.number(counted.length);
    for (const span of counted) this.counted(span);
    this.textList(releases);
  }

  private summary(summary: TraceSummary) {
    const {
      root,
      startedAt,
      endedAt,
      isDocument,
      spanCount,
      errorCount,
      services,
      environment,
      release,
    } = summary;
    this.root(root);
    this.number(startedAt, endedAt, Number(isDocument ?? false), spanCount, errorCount);
    this.textList(services);
    this.number(this.text(environment), this.text(release));
  }

  private root({ spanId, service, name, route, kind, rank, startedAt }: TraceRoot): void {
    this.id(spanId);
    this.number(
      this.text(service),
      this.text(name),
      this.text(route),
      this.text(kind),
      rank,
      startedAt,
    );
  }

  private calls({ within, open, services, owners }: PartCalls): void {
    this.number(within.length);
    for (const { from, to, count, errors, totalMs } of within)
      this.number(this.text(from), this.text(to), count, errors, totalMs);
    this.number(open.length);
    for (const { parentSpanId, to, failed, durationMs } of open) {
      this.id(parentSpanId);
      this.number(this.text(to), Number(failed), durationMs);
    }
    this.textList(services);
    this.numberList(owners);
  }

  private counted({ name, spanId, startedAt, durationMs, failed }: CountedSpan): void {
    this.id(spanId);
    this.number(this.names.of(name), startedAt, durationMs, Number(failed));
  }

  private id(digits: string): void {
    while (this.digitCount + digits.length > this.digits.length) this.growDigits();
    this.digitCount += this.digits.write(digits, this.digitCount, "latin1");
  }

  private text(text: string | undefined): number {
    return text === undefined ? absent : this.texts.of(text);
  }

  private textList(texts: readonly string[]): void {
    this.number(texts.length);
    for (const text of texts) this.number(this.texts.of(text));
  }

  private numberList(numbers: readonly number[]): void {
    this.number(numbers.length);
    for (let at = 0; at < numbers.length; at++) this.number(numbers[at]!);
  }

  private number(...numbers: number[]): void {
    if (this.length + numbers.length > this.numbers.length) this.growNumbers();
    for (let at = 0; at < numbers.length; at++) this.numbers[this.length++] = numbers[at]!;
  }

  private growDigits(): void {
    const larger = Buffer.allocUnsafeSlow(2 * this.digits.length);
    larger.set(this.digits);
    this.digits = larger;
  }

  private growNumbers(): void {
    const larger = new Float64Array(2 * this.numbers.length);
    larger.set(this.numbers);
    this.numbers = larger;
  }
}

class Unpacker {
  private readonly packed: PackedTraces;
  /** Cut from these, an id is a text of its own. */
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
