import { isDataRequest, mayBeAnswer } from "#server/domain/trace/listing/data-request.ts";
import { httpStatus, isFailed } from "#server/domain/trace/failure.ts";
import { reportedStep } from "#server/domain/trace/route-tree/route-step.ts";
import type { ProjectId, SpanId } from "#server/domain/ids.ts";
import type { Span } from "#server/domain/trace/span.ts";

/**
 * A navigation that ends on an error boundary failed. The SDK ends it as `ok`, because the router
 * handled the error; its spans for browser loaders and the data request have the failure. They end
 * before it, so an SDK that streams spans may send them in an earlier envelope: `earlier` remembers
 * those.
 */
export function failNavigations(spans: Span[], earlier?: FailedLoads, projectId?: ProjectId): void {
  const failed = new Set(spans.filter(isFailedLoad).map(({ parentSpanId }) => parentSpanId));
  for (const span of spans.filter(isNavigation))
    if (failed.has(span.spanId) || earlier?.has(projectId, span.spanId)) span.status = "error";
  for (const parent of failed) if (parent !== undefined) earlier?.add(projectId, parent);
}

/** Parents of the last failed loads. */
export type FailedLoads = {
  has(projectId: ProjectId | undefined, spanId: SpanId): boolean;
  add(projectId: ProjectId | undefined, parentSpanId: SpanId): void;
};

/** A navigation ends at most half a minute after its loads. */
const mostRemembered = 10_000;

export function rememberFailedLoads(): FailedLoads {
  const parents = new Set<string>();
  return {
    has: (projectId, spanId) => parents.has(`${projectId} ${spanId}`),
    add(projectId, parentSpanId) {
      parents.add(`${projectId} ${parentSpanId}`);
      if (parents.size > mostRemembered) parents.delete(parents.values().next().value!);
    },
  };
}

const isNavigation = ({ attributes }: Span) => attributes["sentry.op"] === "navigation";

function isFailedLoad(span: Span): boolean {
  if (!isFailed(span)) return false;
  const { kind, attributes } = span;
  if (reportedStep(undefined, attributes["sentry.op"], undefined)) return true;
  return isDataRequest(attributes) && !mayBeAnswer(kind, httpStatus(attributes));
}
