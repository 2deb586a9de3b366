import type { RequestHandler } from "express";
import type { Problem } from "#server/domain/problem.ts";
import { sendProblem } from "./problem.ts";
import type { Asking } from "./viewer.ts";

/**
 * Rejects actions sent by another site's page from a signed-in browser. Browsers send their origin
 * in `Sec-Fetch-Site`, older ones in `Origin`. Clients that send neither aren't browsers, have no
 * ambient cookies, and pass. `publicUrl` is this instance's address behind a proxy.
 */
export function refuseCrossSite(publicUrl?: string): RequestHandler {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  return (request, response, next) => {
    const problem = crossSiteProblem(request, publicHost);
    if (problem) sendProblem(response, problem);
    else next();
  };
}

/** Undefined for a request that may change data. */
export function crossSiteProblem(
  request: Asking,
  publicHost: string | undefined,
): Problem | undefined {
  if (isSafe(request.method) || isOwn(request, publicHost)) return undefined;
  const detail =
    "This form was sent from another site. Open the page on this instance and submit the form there.";
  return { problem: "forbidden", detail };
}

const isSafe = (method: string) => method === "GET" || method === "HEAD" || method === "OPTIONS";

/**
 * Whether a browser confirms that a page of this instance sent this. Clients without these headers
 * are rejected.
 */
export function isFromOwnPage(request: Asking, publicHost: string | undefined): boolean {
  const site = request.get("sec-fetch-site");
  if (site !== undefined) return site === "same-origin";
  return request.get("origin") !== undefined && isOwn(request, publicHost);
}

/** A neighbor (`same-site`: another port or host of the same domain) counts as another site. */
function isOwn(request: Asking, publicHost: string | undefined): boolean {
  const site = request.get("sec-fetch-site");
  if (site !== undefined) return site === "same-origin" || site === "none";
  const said = request.get("origin");
  if (said === undefined) return true;
  // Sandboxed frames and files send `null`.
  const origin = URL.canParse(said) ? new URL(said) : undefined;
  if (!origin || (origin.host !== publicHost && origin.host !== request.get("host"))) return false;
  // Behind an untrusted proxy that terminates TLS, the scheme differs and is meaningless.
  return origin.protocol === "https:" || !request.secure;
}
