import { Buffer } from "node:buffer";
import type { TraceRoot, TraceSummary } from "#server/domain/trace/listing/summary.ts";
import type { PartCalls } from "#server/domain/trace/terms/service-calls.ts";
import type { CountedName, CountedSpan } from "#server/domain/trace/terms/trace-part.ts";
import type { DigestTrace } from "./absorb-traces.ts";
import { categories, type PackedTraces } from "./packed-traces.ts";

type TracePacker = {
  add(traces: DigestTrace[]): void;
  /** Returns everything added, and empties the packer. */
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
      // The next piece starts with the size that sufficed for the last one.
      packer = new Packer(packer.numbers, packer.digits);
      return packed;
    },
  };
}

const firstRoom = 1 << 12;
const absent = -1;

/** Numbers items in order of first use. */
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

/** Counterpart of `Unpacker`: the fields must match in order. */
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
