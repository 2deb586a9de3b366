import type { ScannedSpan } from "#server/domain/trace/scanned-span.ts";
import type { ServiceEdge } from "#server/storage/trace-store.ts";

/**
 * Who called whom, as far as caller and called came in one batch: edges are a picture of the services, not an account,
 * and looking for each parent on disk would cost more than all the rest.
 */
export function edgesOf(spans: ScannedSpan[]): ServiceEdge[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const edges = new Map<string, ServiceEdge>();
  for (const span of spans) {
    const parent = span.parentSpanId === undefined ? undefined : byId.get(span.parentSpanId);
    if (parent && parent.service !== span.service) addCall(edges, parent, span);
  }
  return [...edges.values()];
}

function addCall(edges: Map<string, ServiceEdge>, caller: ScannedSpan, called: ScannedSpan): void {
  const key = `${caller.service}\n${called.service}`;
  const edge = edges.get(key) ?? { from: caller.service, to: called.service, count: 0, errors: 0, totalMs: 0 };
  edge.count += 1;
  edge.errors += called.status === "error" ? 1 : 0;
  edge.totalMs += Number(called.endedAtNs - called.startedAtNs) / 1e6;
  edges.set(key, edge);
}
