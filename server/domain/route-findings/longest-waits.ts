import { isBrowser } from "#server/domain/trace/browser-span.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";
import { refOf, type SampledRequest, type SpanRef } from "./sampled-request.ts";

/** What requests wait for, by the call's name, regardless of its loader. */
export type WaitFinding = {
  label: string;
  /** Share of the requests' time, 0 to 1. */
  share: number;
  /** Requests that waited for it. */
  found: number;
  /** The longest wait of the last request with one. */
  example: SpanRef;
};

/**
 * The calls with the longest waits, longest first. For a route without loaders, these are the only
 * findings.
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

/** A browser that waits for the application's own server waits for the calls in there. */
export const isOwnServer = ({ span, children }: TraceNode): boolean =>
  isBrowser(span) && children.some((child) => child.span.kind === "server");

/** Outermost calls only: a call around others includes their time. */
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
