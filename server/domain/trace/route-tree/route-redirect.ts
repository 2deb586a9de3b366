import { httpStatus } from "#server/domain/trace/failure.ts";
import type { FramedStep } from "./route-frame.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";

/**
 * Steps that responded with a redirect. A span's own statement counts. Otherwise, a redirected
 * request is attributed to its action, or to its only loader; with several, it is unknown.
 */
export function redirectingSteps(steps: FramedStep[]): Set<FramedStep> {
  const redirecting = new Set(
    steps.filter(({ node }) => isRedirect(httpStatus(node.span.attributes))),
  );
  const onServer = steps.filter(
    ({ isClient, kind }) => !isClient && (kind === "loader" || kind === "action"),
  );
  for (const [request, ofRequest] of Map.groupBy(onServer, (step) => step.request)) {
    if (!isRedirected(request)) continue;
    const culprit =
      ofRequest.find(({ kind }) => kind === "action") ??
      (ofRequest.length === 1 ? ofRequest[0] : undefined);
    if (culprit) redirecting.add(culprit);
  }
  return redirecting;
}

/** React Router answers a page's data request with 202, and a document's with the redirect. */
function isRedirected({ span }: TraceNode): boolean {
  const status = httpStatus(span.attributes);
  const isData = String(span.attributes["url.path"] ?? "").endsWith(".data");
  return isRedirect(status) || (status === 202 && isData);
}

const isRedirect = (status: number | undefined): boolean =>
  status !== undefined && status >= 300 && status < 400;
