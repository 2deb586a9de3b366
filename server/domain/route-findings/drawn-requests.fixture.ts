import { analyzeTrace } from "#server/domain/trace/timing/analyze.ts";
import { drawSpans, sampleSpanId } from "#server/domain/trace/sample-spans.fixture.ts";
import type { Span } from "#server/domain/trace/span.ts";
import { type SampledRequest, sampledRequest } from "./sampled-request.ts";

/** A drawn trace whose first span is the operation's. */
export function drawn(drawing: string | Span[], span = 1): SampledRequest {
  const spans = typeof drawing === "string" ? drawSpans(drawing) : drawing;
  return sampledRequest(analyzeTrace(spans), sampleSpanId(span))!;
}

/** Attributes of a loader's span. */
export const loader = (routeId: string, parentId?: string): string =>
  `react_router.kind=loader react_router.route.id=${routeId}${parentId ? ` react_router.route.parent_id=${parentId}` : ""}`;

/** Attributes of a query's span. */
export const query = (summary: string): string =>
  `client db.system.name=sqlite db.query.summary=${summary}`;
