import { type HistogramBar, histogramBars } from "#app/ui/chart/histogram-bars.ts";
import { bucketOf } from "#server/domain/sketch/bucket.ts";
import { durationMs, type Span } from "#server/domain/trace/span.ts";
import { spanTitle } from "#server/domain/trace/span-title.ts";
import type { SimilarSpans } from "#server/read/similar-spans.ts";
import type { AskedAboutTrace } from "../require-trace.ts";

/** `faster`: number of spans with a shorter duration than this one. */
export type ShownSimilar = { bars: HistogramBar[]; count: number; traces: number; faster: number };

/** Fewer durations show no distribution. */
const leastCount = 5;
const mostBars = 20;

/** Undefined without enough similar spans. */
export async function similarSpans(
  { services, project, summary }: AskedAboutTrace,
  span: Span,
): Promise<ShownSimilar | undefined> {
  const { name, kind, service } = span;
  const { op, name: title } = spanTitle(span);
  const read = await services.readSimilarSpans(project.id, {
    name,
    kind,
    service,
    op,
    title,
    at: summary.startedAt,
  });
  return shownSimilar(read, durationMs(span));
}

export function shownSimilar(
  { durationsMs, traces }: SimilarSpans,
  ownMs: number,
): ShownSimilar | undefined {
  const count = durationsMs.length;
  if (count < leastCount) return undefined;
  // The axis includes this span even if its trace is not one of the newest.
  const counts = new Map([[bucketAt(ownMs), 0]]);
  for (const ms of durationsMs) counts.set(bucketAt(ms), (counts.get(bucketAt(ms)) ?? 0) + 1);
  const bars = histogramBars(
    [...counts].toSorted(([a], [b]) => a - b),
    mostBars,
  );
  return { bars, count, traces, faster: durationsMs.filter((ms) => ms < ownMs).length };
}

/** Zero has no place on a logarithmic axis: at least a microsecond. */
const bucketAt = (ms: number): number => bucketOf(Math.max(ms, 0.001));
