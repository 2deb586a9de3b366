import { isBrowser } from "#server/domain/trace/browser-span.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";
import { refOf, type SampledRequest, type SpanRef } from "./sampled-request.ts";

/** What requests wait for, by the name of the call, no matter which loader makes it. */
export type WaitFinding = {
  label: string;
  /** Of all the time that the requests took, 0 to 1. */
  share: number;
  /** Requests that waited for it. */
  found: number;
  /** The longest wait of the last request that has one. */
  example: SpanRef;
};

/**
 * The calls that requests waited longest for, the longest first. Where a route has no loaders this
 * is all there is to say.
 */
export function longestWaits(requests: SampledRequest[], most: number): WaitFinding[] {
  const waits = requests.flatMap((request) => [...waitsOf(request)]);
  const wholeMs = requests.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const findings = [...Map.groupBy(waits, ([label]) => label)].map(
    ([label, alike]): WaitFinding => ({
      label,
      share:
        wholeMs === 0
          ? 0
          : Math.min(1, alike.reduce((sum, [, { waitedMs }]) => sum + waitedMs, 0) / wholeMs),
      found: alike.length,
      example: alike.at(-1)![1].example,
    }),
  );
  return findings.toSorted((a, b) => b.share - a.share).slice(0, most);
}

type Wait = { waitedMs: number; longestMs: number; example: SpanRef };

/** A browser that waits for the application's own server waits for what is in there. */
export const isOwnServer = ({ span, children }: TraceNode): boolean =>
  isBrowser(span) && children.some((child) => child.span.kind === "server");

/** Outermost calls alone: one that is around others holds their time. */
function waitsOf(request: SampledRequest): Map<string, Wait> {
  const waits = new Map<string, Wait>();
  let passedTo = -1;
  for (const [index, node] of request.nodes.entries()) {
    const call = request.calls[index];
    if (!call || node.position <= passedTo || isOwnServer(node)) continue;
    passedTo = node.last;
    const ms = request.waitedFor(node);
    if (ms <= 0) continue;
    const known = waits.get(call.label) ?? { waitedMs: 0, longestMs: 0, example: refOf(node) };
    waits.set(call.label, {
      waitedMs: known.waitedMs + ms,
      ...(ms > known.longestMs
        ? { longestMs: ms, example: refOf(node) }
        : { longestMs: known.longestMs, example: known.example }),
    });
  }
  return waits;
}
