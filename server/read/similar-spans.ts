import type { ProjectId } from "#server/domain/ids.ts";
import type { TraceQuery } from "#server/domain/search/traces/trace-query.ts";
import { dayMs } from "#server/domain/time.ts";
import { durationMs, type Span } from "#server/domain/trace/span.ts";
import { spanTitle } from "#server/domain/trace/span-title.ts";
import { termOf } from "#server/domain/trace/terms/terms.ts";
import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";
import { matchesQuery } from "#server/ingest/otlp/decode/matches.ts";
import type { Store } from "#server/storage/store.ts";
import { spansIn } from "./read-trace.ts";

/** The compared fields of a span. */
type ComparedSpan = Pick<Span, "name" | "kind" | "service"> & {
  op: string | undefined;
  title: string;
  /** Start of its trace, milliseconds since 1970. */
  at: number;
};

/**
 * Durations in milliseconds of spans with the same service, kind, operation, and name, in the
 * newest traces within a day of this one. None if names like this one are not indexed.
 */
export type ReadSimilarSpans = (projectId: ProjectId, span: ComparedSpan) => Promise<SimilarSpans>;

export type SimilarSpans = { durationsMs: number[]; traces: number };

const mostTraces = 30;
/** Of all these traces together; decoding takes about 20 ms. */
const mostSpans = 3_000;
const deadlineMs = 100;

export function createReadSimilarSpans({ traces }: Pick<Store, "traces">): ReadSimilarSpans {
  return async (projectId, span) => {
    if (termOf("name", span.name) === undefined) return { durationsMs: [], traces: 0 };
    const terms = [
      { key: "service", value: span.service, negated: false },
      { key: "name", value: span.name, negated: false },
    ];
    const query: TraceQuery = { terms, words: [] };
    const { rows } = await traces.list({
      projectId,
      query,
      since: span.at - dayMs,
      until: span.at + dayMs,
      limit: mostTraces,
      deadlineMs,
      matches: (parts, facts) => matchesQuery(parts, query, facts),
    });
    const stored = await traces.findEach(projectId, fewEnough(rows));
    const durations = [...stored.values()].map((each) =>
      spansIn(each).filter(isLike(span)).map(durationMs),
    );
    return {
      durationsMs: durations.flat().toSorted((a, b) => a - b),
      traces: durations.filter(({ length }) => length > 0).length,
    };
  };
}

/** The traces whose spans together are few enough to decode. */
function fewEnough(rows: readonly TraceSummary[]) {
  let spans = 0;
  return rows
    .filter(({ spanCount }) => (spans += spanCount) <= mostSpans)
    .map((each) => each.traceId);
}

const isLike =
  (wanted: ComparedSpan) =>
  (span: Span): boolean => {
    if (span.service !== wanted.service || span.kind !== wanted.kind) return false;
    const { op, name } = spanTitle(span);
    return op === wanted.op && name === wanted.title;
  };
