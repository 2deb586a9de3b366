import { httpStatus } from "#server/domain/trace/failure.ts";
import type { FramedStep } from "./route-frame.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";

/**
 * Which steps answered with a redirect. A span that says so itself is believed. Otherwise a
 * redirected request is its action's doing, or its loader's if it had only one; of several it
 * cannot be known.
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

/**
 * React Router answers a page's data request with 202 where a document gets the redirect itself.
 */
function isRedirected({ span }: TraceNode): boolean {
  const status = httpStatus(span.attributes);
  const isData = String(span.attributes["url.path"] ?? "").endsWith(".data");
  return isRedirect(status) || (status === 202 && isData);
}

const isRedirect = (status: number | undefined): boolean =>
  status !== undefined && status >= 300 && status < 400;
