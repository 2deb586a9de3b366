import { arrange, type Times } from "./arrange.ts";
import { frameDocuments } from "./document-frame.ts";
import { isVitalReport } from "#server/domain/trace/browser-span.ts";
import { findParents, type Parentage } from "./parentage.ts";
import type { Span } from "#server/domain/trace/span.ts";
import { msSince, type TraceTree } from "#server/domain/trace/trace-tree.ts";

/**
 * The spans of one trace as a tree, at the times sent. Any input makes a tree: duplicates, missing
 * parents, several roots, cycles, a span that is its own parent. `correctSkew` makes clocks
 * consistent.
 */
export function buildTree(received: readonly Span[]): TraceTree {
  const parentage = findParents(received);
  frameDocuments(parentage);
  setReportsApart(parentage);
  return arrange(parentage, sentTimes(parentage.spans));
}

/**
 * A vital measured earlier work, on this page or the previous one: not part of the trace's work.
 */
function setReportsApart({ spans, parents, places }: Parentage): void {
  const isReport = (index: number) =>
    isVitalReport(spans[index]!.name, spans[index]!.attributes["sentry.op"]);
  const roots = [...parents.keys()].filter((index) => parents[index] === -1);
  const reports = roots.filter((index) => places[index] !== "cached-load" && isReport(index));
  if (reports.length < roots.length) for (const index of reports) places[index] = "report";
}

function sentTimes(spans: Span[]): Times {
  let originNs = spans[0]?.startedAtNs ?? 0n;
  for (const { startedAtNs } of spans) if (startedAtNs < originNs) originNs = startedAtNs;
  const startMs = Float64Array.from(spans, (span) => msSince(originNs, span.startedAtNs));
  const endMs = Float64Array.from(spans, (span) => msSince(originNs, span.endedAtNs));
  return { originNs, startMs, endMs, shiftedMs: new Float64Array(spans.length) };
}
