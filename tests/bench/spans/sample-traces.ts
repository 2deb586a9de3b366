import type { ProjectId, SpanId, TraceId } from "#server/domain/ids.ts";
import type { AttributeValue } from "#server/domain/trace/span.ts";
import { spanKinds } from "#server/domain/trace/span.ts";
import { termsOf } from "#server/domain/trace/terms.ts";
import type { TraceSummary } from "#server/domain/trace/summary.ts";
import type { TraceChange } from "#server/storage/trace-store.ts";
import { Chance } from "../load/chance.ts";
import { ProtobufBytes } from "./protobuf-bytes.ts";
import { type SampleSpan, sampleSpans } from "./sample-spans.ts";

/** Traces of the made-up shop as the digest hands them to storage. */
export class SampleTraces {
  readonly #chance: Chance;
  readonly #out = new ProtobufBytes();

  constructor(seed: number) {
    this.#chance = new Chance(seed);
  }

  next(projectId: ProjectId, receivedAt: number): TraceChange {
    const traceId = this.#chance.hex(32) as TraceId;
    const spans = sampleSpans(this.#chance);
    const startedAt = receivedAt - 2_000 - this.#chance.below(3_000_000) / 1_000;
    return {
      projectId,
      receivedAt,
      summary: summaryOf(traceId, spans, startedAt),
      part: this.#partOf(traceId, spans, BigInt(Math.round(startedAt * 1_000)) * 1_000n),
      terms: indexedTerms(spans),
    };
  }

  #partOf(traceId: TraceId, spans: SampleSpan[], startedAtNs: bigint): Uint8Array {
    for (const [service, ofService] of Map.groupBy(spans, (span) => span.service)) {
      this.#out.message(1, () => this.#resource(service, traceId, ofService, startedAtNs));
    }
    return this.#out.take();
  }

  #resource(service: string, traceId: TraceId, spans: SampleSpan[], startedAtNs: bigint): void {
    const bytes = Buffer.from(traceId, "hex");
    this.#out.message(1, () => {
      for (const [key, value] of Object.entries(resourceOf(service))) this.#attribute(1, key, value);
    });
    this.#out.message(2, () => {
      this.#out.message(1, () => {
        this.#out.text(1, service === "browser" ? "@opentelemetry/sdk-trace-web" : "@opentelemetry/instrumentation");
        this.#out.text(2, "0.212.0");
      });
      for (const span of spans) this.#out.message(2, () => this.#span(bytes, span, startedAtNs));
    });
  }

  #span(traceId: Buffer, span: SampleSpan, startedAtNs: bigint): void {
    this.#out.bytes(1, traceId);
    this.#out.bytes(2, span.id);
    if (span.parent) this.#out.bytes(4, span.parent);
    this.#out.text(5, span.name);
    this.#out.varint(6, spanKinds.indexOf(span.kind) + 1);
    this.#out.fixed64(7, startedAtNs + BigInt(span.startUs) * 1_000n + BigInt(this.#chance.below(1_000)));
    this.#out.fixed64(8, startedAtNs + BigInt(span.endUs) * 1_000n + BigInt(this.#chance.below(1_000)));
    for (const [key, value] of Object.entries(span.attributes)) this.#attribute(9, key, value);
    this.#out.message(15, () => span.failed && this.#out.varint(3, 2));
    this.#out.varint(16, 256);
  }

  #attribute(field: number, key: string, value: AttributeValue): void {
    this.#out.message(field, () => {
      this.#out.text(1, key);
      this.#out.message(2, () => {
        if (typeof value === "number") this.#out.varint(3, value);
        else if (typeof value === "boolean") this.#out.varint(2, value ? 1 : 0);
        else this.#out.text(1, String(value));
      });
    });
  }
}

const resourceOf = (service: string) => ({
  "service.name": service,
  "service.version": "2.14.0",
  "deployment.environment.name": "production",
  "telemetry.sdk.language": service === "browser" ? "webjs" : "nodejs",
  "telemetry.sdk.name": "opentelemetry",
  "telemetry.sdk.version": "2.7.0",
  "host.name": `${service}-7d9c5b6f4-x2x9k`,
  "process.pid": 1,
  "process.runtime.name": "nodejs",
  "process.runtime.version": "24.21.0",
  "process.command_args": "/usr/local/bin/node --enable-source-maps server.js",
});

function summaryOf(traceId: TraceId, spans: SampleSpan[], startedAt: number): TraceSummary {
  const root = spans[0]!;
  const route = root.attributes["http.route"] ?? root.attributes["url.template"];
  return {
    traceId,
    root: {
      spanId: root.id.toString("hex") as SpanId,
      service: root.service,
      name: root.name,
      ...(typeof route === "string" && { route }),
      kind: root.kind,
      rank: 3,
      startedAt: startedAt + root.startUs / 1_000,
    },
    startedAt: startedAt + Math.min(...spans.map(({ startUs }) => startUs)) / 1_000,
    endedAt: startedAt + Math.max(...spans.map(({ endUs }) => endUs)) / 1_000,
    spanCount: spans.length,
    errorCount: spans.filter(({ failed }) => failed).length,
    services: [...new Set(spans.map(({ service }) => service))],
    environment: "production",
    release: "2.14.0",
  };
}

function indexedTerms(spans: SampleSpan[]): string[] {
  const terms = new Set<string>();
  for (const { service, name, kind, failed, attributes } of spans) {
    const fields = { name, kind, status: failed ? "error" : "unset" };
    for (const [key, value] of Object.entries({ ...fields, ...resourceOf(service), ...attributes })) {
      for (const term of termsOf(key, value)) terms.add(term);
    }
  }
  return [...terms];
}
