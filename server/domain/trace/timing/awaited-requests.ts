import { roundingMs } from "./interval.ts";
import { isOtherProcess } from "./process.ts";
import { routeStepOf } from "#server/domain/trace/route-tree/route-step.ts";
import type { TraceNode, TraceTree } from "#server/domain/trace/trace-tree.ts";

/**
 * Requests that a browser step waited for although they are drawn next to it. Most spans have none.
 */
export type AwaitedRequests = ReadonlyMap<TraceNode, TraceNode[]>;

/**
 * A navigation makes one request, or one per route. Bounds the work for a trace with thousands of
 * requests and steps.
 */
const requestsMax = 64;

/**
 * Single fetch loads all of a navigation's loaders with one request, so an SDK has no step to put
 * it below: each `client loader` span lasts as long as the request. That time belongs to the
 * request, not the step.
 */
export function awaitedRequests({ nodes }: TraceTree): AwaitedRequests {
  const awaited = new Map<TraceNode, TraceNode[]>();
  for (const { children } of nodes) {
    if (children.length < 2) continue;
    const requests = children.filter(
      ({ span }) => span.kind === "client" || span.kind === "server",
    );
    if (requests.length === 0 || requests.length > requestsMax) continue;
    for (const step of children) {
      const own = requests.filter((request) => isAwaited(step, request));
      if (own.length > 0 && routeStepOf(step)?.isClient) awaited.set(step, own);
    }
  }
  return awaited;
}

function isAwaited(step: TraceNode, request: TraceNode): boolean {
  if (request === step || request.endMs > step.endMs + roundingMs) return false;
  if (request.endMs <= step.startMs || request.startMs >= step.endMs) return false;
  return request.span.kind === "client" || isOtherProcess(step.span, request.span);
}

/** What a span waits for: its children, and the requests of a browser step. */
export function waitedFor(node: TraceNode, awaited: AwaitedRequests): TraceNode[] {
  const requests = awaited.get(node);
  return requests ? [...node.children, ...requests] : node.children;
}
