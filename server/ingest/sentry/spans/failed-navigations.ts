import { isDataRequest, mayBeAnswer } from "#server/domain/trace/data-request.ts";
import { httpStatus, isFailed } from "#server/domain/trace/failure.ts";
import { stepSaid } from "#server/domain/trace/route-step.ts";
import type { Span } from "#server/domain/trace/span.ts";

/**
 * A navigation that ends on an error boundary failed. The SDK ends it as `ok`: the router has handled the error. Its spans for
 * the loaders in the browser and for the data request, which come in the same envelope, say what happened.
 */
export function failNavigations(spans: Span[]): void {
  const navigations = new Map(spans.filter(isNavigation).map((span) => [span.spanId, span]));
  if (navigations.size === 0) return;
  for (const span of spans) {
    const navigation = span.parentSpanId === undefined ? undefined : navigations.get(span.parentSpanId);
    if (navigation && isFailedLoad(span)) navigation.status = "error";
  }
}

const isNavigation = ({ attributes }: Span) => attributes["sentry.op"] === "navigation";

function isFailedLoad(span: Span): boolean {
  if (!isFailed(span)) return false;
  const { kind, attributes } = span;
  if (stepSaid(undefined, attributes["sentry.op"], undefined)) return true;
  return isDataRequest(attributes) && !mayBeAnswer(kind, httpStatus(attributes));
}
