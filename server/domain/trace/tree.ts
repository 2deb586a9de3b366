import { arrange, type Times } from "./arrange.ts";
import { frameDocuments } from "./document-frame.ts";
import { findParents } from "./parentage.ts";
import type { Span } from "./span.ts";
import { msSince, type TraceTree } from "./trace-tree.ts";

/**
 * The spans of one trace as a tree, at the times that their senders gave. Whatever comes makes a tree: duplicates,
 * missing parents, several roots, circles, a span that is its own parent. `correctSkew` makes the clocks agree.
 */
export function buildTree(received: readonly Span[]): TraceTree {
  const parentage = findParents(received);
  frameDocuments(parentage);
  return arrange(parentage, sentTimes(parentage.spans));
}

function sentTimes(spans: Span[]): Times {
  let originNs = spans[0]?.startedAtNs ?? 0n;
  for (const { startedAtNs } of spans) if (startedAtNs < originNs) originNs = startedAtNs;
  const startMs = Float64Array.from(spans, (span) => msSince(originNs, span.startedAtNs));
  const endMs = Float64Array.from(spans, (span) => msSince(originNs, span.endedAtNs));
  return { originNs, startMs, endMs, shiftedMs: new Float64Array(spans.length) };
}
