import type { RequestHandler } from "express";
import type { Problem } from "#server/domain/problem.ts";
import { sendProblem } from "./problem.ts";
import type { Asking } from "./viewer.ts";

/**
 * Refuses acts that another site's page set off in a browser that is signed in here (SPEC section
 * 10). Browsers say where a request comes from by `Sec-Fetch-Site`, older ones by `Origin`; a
 * client that sends neither is no browser, carries no ambient cookie of a person, and passes.
 * `publicUrl` is this instance's own address behind a proxy.
 */
export function refuseCrossSite(publicUrl?: string): RequestHandler {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  return (request, response, next) => {
    const problem = crossSiteProblem(request, publicHost);
    if (problem) sendProblem(response, problem);
    else next();
  };
}

/** Undefined for a request that may change something. */
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
 * Whether a browser says that a page of this instance sends this: a client that says nothing is
 * refused.
 */
export function isFromOwnPage(request: Asking, publicHost: string | undefined): boolean {
  const site = request.get("sec-fetch-site");
  if (site !== undefined) return site === "same-origin";
  return request.get("origin") !== undefined && isOwn(request, publicHost);
}

/**
 * A site that is a neighbor (`same-site`: another port, another host of the same domain) is another
 * site.
 */
function isOwn(request: Asking, publicHost: string | undefined): boolean {
  const site = request.get("sec-fetch-site");
  if (site !== undefined) return site === "same-origin" || site === "none";
  const said = request.get("origin");
  if (said === undefined) return true;
  // `null` is what sandboxed frames and files say.
  const origin = URL.canParse(said) ? new URL(said) : undefined;
  if (!origin || (origin.host !== publicHost && origin.host !== request.get("host"))) return false;
  // Behind a proxy that ends TLS and is not known as one, the scheme differs and says nothing.
  return origin.protocol === "https:" || !request.secure;
}
