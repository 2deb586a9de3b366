import type { ProjectId, SpanId, TraceId } from "#server/domain/ids.ts";
import { termsFrom } from "#server/domain/trace/terms/part-terms.ts";
import { termsOf } from "#server/domain/trace/terms/terms.ts";
import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";
import type { TraceChange } from "#server/storage/traces/trace-store.ts";
import { Chance } from "../load/chance.ts";
import { ProtobufBytes } from "./protobuf-bytes.ts";
import { resourceOf, writeResourceSpans } from "./resource-spans.ts";
import { type SampleSpan, sampleSpans } from "./sample-spans.ts";

/** Traces of the shop as the digest passes them to storage. */
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
      terms: termsFrom(indexedTerms(spans)),
    };
  }

  #partOf(traceId: TraceId, spans: SampleSpan[], startedAtNs: bigint): Uint8Array {
    const bytes = Buffer.from(traceId, "hex");
    for (const [service, ofService] of Map.groupBy(spans, (span) => span.service)) {
      const traced = ofService.map((span) => ({ span, traceId: bytes, startedAtNs }));
      writeResourceSpans(this.#out, service, traced, this.#chance);
    }
    return this.#out.take();
  }
}

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
    for (const [key, value] of Object.entries({
      ...fields,
      ...resourceOf(service),
      ...attributes,
    })) {
      for (const term of termsOf(key, value)) terms.add(term);
    }
  }
  return [...terms];
}
