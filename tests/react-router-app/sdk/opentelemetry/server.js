import { SpanStatusCode, context, propagation, trace } from "@opentelemetry/api";

export function handleError(error, { request }) {
  const span = trace.getActiveSpan();
  if (request.signal.aborted || !span) return;
  span.recordException(error);
  span.setStatus({ code: SpanStatusCode.ERROR, message: error.message });
}

/** Read by the document-load instrumentation to link the page to its request. */
export function traceMeta() {
  const carrier = {};
  propagation.inject(context.active(), carrier);
  return Object.entries(carrier).map(([name, content]) => ({ name, content }));
}

export const instrumentations = [];
export const wrap = (handleRequest) => handleRequest;
export const markUp = (body) => body;
export const browserSettings = () => ({
  endpoint: process.env.SPOOR_ENDPOINT,
  key: process.env.SPOOR_KEY,
});
