import { roundingMs } from "./interval.ts";
import { isRouteDiscovery } from "./router-request.ts";
import type { Span } from "./span.ts";
import type { TraceNode } from "./trace-tree.ts";

/**
 * Whether OpenTelemetry's user-interaction instrumentation made the span. It ends when the event's handlers have returned:
 * what they set off is what the visitor waited for.
 */
const isInteraction = ({ scope }: Span): boolean => scope?.name === "@opentelemetry/instrumentation-user-interaction";

/** What an interaction set off and did not wait for: requests that outlast it. Empty for any other span. */
export const setOffBy = ({ span, children, endMs }: TraceNode): TraceNode[] =>
  isInteraction(span)
    ? children.filter((child) => child.endMs > endMs + roundingMs && !isRouteDiscovery(child.span))
    : [];
