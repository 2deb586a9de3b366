import type { EntryContext, HandleErrorFunction, RouterContextProvider } from "react-router";
import { isRouteErrorResponse, ServerRouter } from "react-router";
import { routes } from "virtual:react-router/server-build";
import { pageContext, patternContext, requestContext } from "#app/context.ts";
import { renderDocument } from "#app/render-document.tsx";
import { DocumentTelemetry } from "#app/trace/document-telemetry.tsx";
import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import { recordError } from "#server/telemetry/failure.ts";
import { createInstrumentations } from "#server/telemetry/react-router.ts";
import { currentTraceparent, traceparentTiming } from "#server/telemetry/traceparent.ts";

/** Every page is sent whole: the same HTML for all readers, correct status codes, and a length. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce, browserTelemetry } = context.get(requestContext);
  const traceparent = currentTraceparent();
  const page = await renderDocument(entry, nonce, (whole) => (
    <DocumentTelemetry traceparent={traceparent} entry={whole} browser={browserTelemetry}>
      <ServerRouter context={whole} url={request.url} nonce={nonce} />
    </DocumentTelemetry>
  ));
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Length", String(page.byteLength));
  const timing = traceparentTiming();
  if (timing) headers.append("Server-Timing", timing);
  if (request.method !== "HEAD") context.get(pageContext).bytes = page;
  return new Response(null, { status, headers });
}

/**
 * A span for each request, middleware, loader, and action. The build imports this module, so its
 * routes are available later.
 */
export const instrumentations = createInstrumentations({ routes: () => routes, paths: "route" });

/**
 * Logs bugs, one JSON line each. Canceled requests, unknown paths, and wrong methods are not bugs.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isExpected(error)) return;
  recordError(error);
  // Answered and logged as a storage failure (`http/failure`).
  if (diskCauseOf(error)) {
    context.get(pageContext).unread = error;
    return;
  }
  const { traceId } = context.get(requestContext);
  // Never the path, which may contain a token.
  const route = context.get(patternContext);
  const line = { level: "error", message: "A page failed", traceId, method: request.method, route };
  process.stderr.write(`${JSON.stringify({ ...line, error: told(error) })}\n`);
};

function isExpected(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status < 500;
}

function told(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error);
}
