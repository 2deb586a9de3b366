import type { Request, RequestHandler } from "express";
import { sendProblem } from "./problem.ts";

/**
 * Refuses acts that another site's page set off in a browser that is signed in here (SPEC section 10). Browsers say
 * where a request comes from by `Sec-Fetch-Site`, older ones by `Origin`; a client that sends neither is no browser,
 * carries no ambient cookie of a person, and passes. `publicUrl` is this Spoor's own address behind a proxy.
 */
export function refuseCrossSite(publicUrl?: string): RequestHandler {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  return (request, response, next) => {
    if (isSafe(request.method) || isOwn(request, publicHost)) return next();
    sendProblem(response, {
      problem: "forbidden",
      detail: "This form was sent from another site. Open the page on this Spoor and send it from there.",
    });
  };
}

const isSafe = (method: string) => method === "GET" || method === "HEAD" || method === "OPTIONS";

function isOwn(request: Request, publicHost: string | undefined): boolean {
  const site = request.get("sec-fetch-site");
  if (site !== undefined) return site === "same-origin" || site === "none";
  const origin = request.get("origin");
  if (origin === undefined) return true;
  // The host alone: behind a proxy that ends TLS the scheme differs and says nothing.
  const host = URL.canParse(origin) ? new URL(origin).host : undefined;
  return host !== undefined && (host === publicHost || host === request.get("host"));
}
