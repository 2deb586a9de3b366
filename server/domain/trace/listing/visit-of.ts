import type { SpanId } from "#server/domain/ids.ts";
import type { AnalyzedTrace } from "#server/domain/trace/timing/analyze.ts";
import { isBrowser, isDocumentLoad } from "#server/domain/trace/browser-span.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";

/** What caused a span's work: a page load, a navigation, or a request without browser spans. */
export type Visit = "page load" | "navigation" | "request";

/** By the outermost browser span around it. */
export function visitOf({ byId }: Pick<AnalyzedTrace, "byId">, spanId: SpanId): Visit {
  let outermost: TraceNode | undefined;
  for (let node = byId.get(spanId); node; node = node.parent)
    if (isBrowser(node.span)) outermost = node;
  if (!outermost) return "request";
  return isDocumentLoad(outermost.span) ||
    outermost.span.attributes["react_router.kind"] === "document"
    ? "page load"
    : "navigation";
}
