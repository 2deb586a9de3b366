import { createHash } from "node:crypto";
import type { ProjectId, SpanId, TraceId } from "#server/domain/ids.ts";
import { mergeSummaries } from "#server/domain/trace/listing/summary-of.ts";
import { termsFrom } from "#server/domain/trace/terms/part-terms.ts";
import { rareTermsOf } from "#server/domain/trace/terms/rare-values.ts";
import { indexedTerm, markedTerm, markerTerm } from "#server/domain/trace/terms/terms.ts";
import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";
import { meetsTerm } from "#server/domain/search/term-test.ts";
import { type AttributeTerm, verdictOf } from "#server/domain/search/traces/trace-query.ts";
import type { DigestTransaction, SpoolCursor } from "#server/storage/digest/digest-store.ts";
import type { Store } from "#server/storage/store.ts";
import {
  type EdgeChange,
  type TraceChange,
  type TraceFilter,
  traceKey,
} from "#server/storage/traces/trace-store.ts";
import { noon } from "#tests/storage/sample.ts";
import { noChanges } from "#tests/storage/no-changes.ts";

/**
 * Fields of a trace's part that a test sets; the rest is generated. `attributes` are `key=value`.
 */
export type TraceSample = {
  trace: string;
  at?: number;
  startedAt?: number;
  durationMs?: number;
  name?: string;
  service?: string;
  environment?: string;
  spans?: number;
  errors?: number;
  rank?: number;
  kind?: string;
  route?: string;
  isDocument?: true;
  attributes?: string[];
  /** Omits the markers of unindexed attributes, as in older data. */
  isUnmarked?: boolean;
};

const hex = (text: string) => createHash("sha256").update(text).digest("hex");
export const traceIdOf = (name: string): TraceId => hex(name).slice(0, 32) as TraceId;

/** Parts are lists of attributes, one per line; storage treats them as opaque. */
const partText = (sample: TraceSample) =>
  `trace=${sample.trace}\n${(sample.attributes ?? []).join("\n")}\n`;
export const partTexts = (parts: Uint8Array[]): string[] =>
  parts.map((part) => Buffer.from(part).toString());

/** Stores a batch's samples like the digest: summaries are merged with existing ones. */
export async function digestTraces(
  store: Pick<Store, "digest">,
  projectId: ProjectId,
  samples: TraceSample[],
  cursor?: SpoolCursor,
  edges: EdgeChange[] = [],
): Promise<void> {
  await store.digest((transaction) => saveTraces(transaction, projectId, samples, cursor, edges));
}

export async function saveTraces(
  transaction: DigestTransaction,
  projectId: ProjectId,
  samples: TraceSample[],
  cursor?: SpoolCursor,
  edges: EdgeChange[] = [],
): Promise<void> {
  const names = samples.map(({ trace, at = noon }) => ({
    projectId,
    traceId: traceIdOf(trace),
    receivedAt: at,
  }));
  const known = await transaction.tracesFor(names);
  const traces = samples.map((sample, n) =>
    changeOf(projectId, sample, known.get(traceKey(names[n]!))),
  );
  await transaction.save({ ...noChanges, traces, edges, ...(cursor && { cursor }) });
}

function changeOf(
  projectId: ProjectId,
  sample: TraceSample,
  known: TraceSummary | undefined,
): TraceChange {
  const { at = noon, attributes = [] } = sample;
  const summary = summaryOfSample(sample);
  return {
    projectId,
    receivedAt: at,
    summary: known ? mergeSummaries(known, summary) : summary,
    part: Buffer.from(partText(sample)),
    terms: termsFrom([
      ...attributes.flatMap((pair) => termOf(pair, sample.isUnmarked)),
      ...(sample.isUnmarked ? [] : [markedTerm]),
    ]),
  };
}

function termOf(pair: string, isUnmarked = false): string[] {
  const term = indexedTerm(attributeOf(pair));
  if (term !== undefined) return [term];
  const { key, value } = attributeOf(pair);
  return isUnmarked ? [] : [markerTerm(key), ...rareTermsOf(key, value)];
}

const attributeOf = (pair: string) => {
  const at = pair.indexOf("=");
  return { key: pair.slice(0, at), value: pair.slice(at + 1), negated: false };
};

export function summaryOfSample(sample: TraceSample): TraceSummary {
  const {
    trace,
    at = noon,
    startedAt = at - 50.25,
    durationMs = 20,
    spans = 1,
    errors = 0,
    service = "web",
  } = sample;
  const name = sample.name ?? "GET /";
  const spanId = hex(`${trace} ${name} ${startedAt}`).slice(0, 16) as SpanId;
  return {
    traceId: traceIdOf(trace),
    root: {
      spanId,
      service,
      name,
      route: sample.route ?? "/",
      kind: sample.kind ?? "server",
      rank: sample.rank ?? 3,
      startedAt,
    },
    startedAt,
    endedAt: startedAt + durationMs,
    spanCount: spans,
    errorCount: errors,
    services: [service],
    ...(sample.isDocument && { isDocument: true }),
    ...(sample.environment !== undefined && { environment: sample.environment }),
    release: "1.0",
  };
}

type Asked = Partial<Omit<TraceFilter, "query">> & Partial<TraceFilter["query"]>;

/**
 * A search with terms as `key=value` or `!key=value`. `read` counts the traces whose spans were
 * read.
 */
export function traceFilter(projectId: ProjectId, asked: Asked = {}) {
  const { terms = [], durationMs, failed, words = [], any, spans, errors, ...rest } = asked;
  const reads = { count: 0 };
  const query = {
    terms,
    words,
    ...(any && { any }),
    ...(spans && { spans }),
    ...(errors && { errors }),
    ...(durationMs && { durationMs }),
    ...(failed !== undefined && { failed }),
  };
  const filter: TraceFilter = {
    projectId,
    query,
    limit: 50,
    deadlineMs: 60_000,
    matches(parts, facts) {
      reads.count++;
      const lines = partTexts(parts).join("").split("\n").filter(Boolean).map(attributeOf);
      const has = (term: AttributeTerm) =>
        lines.some(({ key, value }) => key === term.key && meetsTerm(term, value));
      return verdictOf(query, facts, has) === true;
    },
    ...rest,
  };
  return { filter, reads };
}

export const termsOf = (...texts: string[]): TraceFilter["query"]["terms"] =>
  texts.map((text) => {
    const negated = text.startsWith("!");
    return { ...attributeOf(negated ? text.slice(1) : text), negated };
  });
