import type { SpanId } from "#server/domain/ids.ts";
import type { AnalyzedTrace } from "#server/domain/trace/timing/analyze.ts";
import { isBrowser, isDocumentLoad } from "#server/domain/trace/browser-span.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";

/**
 * What set off the work of a span: a whole page, a step within one, or a request without spans of a
 * browser.
 */
export type Visit = "page load" | "navigation" | "request";

/** By the outermost span of a browser around it. */
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
