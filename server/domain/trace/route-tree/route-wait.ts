import { coveredMs, type Interval } from "#server/domain/trace/timing/interval.ts";
import type { FramedStep } from "./route-frame.ts";
import type { Span } from "#server/domain/trace/span.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";

/** A step's wait: calls with one name, and how long at least one of them was in progress. */
type Wait = { label: string; count: number; waitedMs: number };

/** A step's longest wait for other services, databases, or caches. */
export function longestWait({ node, calls }: FramedStep): Wait | undefined {
  const byLabel = Map.groupBy(calls, ({ span }) => callLabel(span));
  const waits = [...byLabel].map(([label, alike]) => ({
    label,
    count: alike.length,
    waitedMs: coveredMs(within(node, alike)),
  }));
  return waits.toSorted((a, b) => b.waitedMs - a.waitedMs)[0];
}

function within(node: TraceNode, calls: TraceNode[]): Interval[] {
  return calls
    .map(({ startMs, endMs }) => ({
      fromMs: Math.max(startMs, node.startMs),
      toMs: Math.min(endMs, node.endMs),
    }))
    .filter(({ fromMs, toMs }) => fromMs < toMs)
    .toSorted((a, b) => a.fromMs - b.fromMs);
}

/** A short distinct name: a client's `GET` needs the server's name. */
export function callLabel({ name, attributes }: Span): string {
  const summary = attributes["db.query.summary"];
  if (typeof summary === "string" && summary !== "") return summary;
  const address = attributes["server.address"];
  return /^[A-Z]+$/.test(name) && typeof address === "string" ? `${name} ${address}` : name;
}
