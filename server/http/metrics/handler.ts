import { createHash, timingSafeEqual } from "node:crypto";
import type { Request, RequestHandler } from "express";
import { mayAdminister } from "#server/domain/people/permission.ts";
import { sendProblem } from "#server/http/problem.ts";
import { bearerToken, viewerOf } from "#server/http/viewer.ts";
import type { Services } from "#server/services.ts";
import { contentType } from "./format.ts";

export type MetricsAccess = {
  /** The metrics, regardless of database state. */
  text: () => Promise<string>;
  /** A proxy is configured: all external requests then come from this machine. */
  behindProxy: boolean;
  /** `SPOOR_METRICS_TOKEN`. */
  token?: string;
};

/** `GET /metrics`: for the loopback interface without a proxy, for the token, and for owners. */
export function metricsHandler(
  { text, behindProxy, token }: MetricsAccess,
  commands: Services["commands"],
): RequestHandler {
  const isLocal = (request: Request) =>
    !behindProxy && isFromThisMachine(request) && namesThisMachine(request);
  const isOwner = async (request: Request) => {
    const viewer = await viewerOf(request, commands);
    return viewer !== undefined && mayAdminister(viewer);
  };
  return async (request, response) => {
    if (isLocal(request) || hasToken(request, token) || (await isOwner(request)))
      return void response.set("Content-Type", contentType).send(await text());
    response.set("WWW-Authenticate", 'Bearer realm="spoor"');
    sendProblem(response, { problem: "unauthenticated", detail: unauthenticated });
  };
}

const unauthenticated =
  "Metrics are available on the loopback interface, to owners, and with the header Authorization: Bearer SPOOR_METRICS_TOKEN.";

/**
 * A foreign name that resolves here (DNS rebinding) or a proxy that forwards the host has a
 * different name.
 */
function namesThisMachine({ headers }: Request): boolean {
  const host = headers.host ?? "localhost";
  const hostname = URL.parse(`http://${host}`)?.hostname ?? "";
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Compares hashes, which have equal length, in constant time. */
function hasToken(request: Request, token: string | undefined): boolean {
  const sent = bearerToken(request);
  return token !== undefined && sent !== undefined && timingSafeEqual(sha256(sent), sha256(token));
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();

const forwarding = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

/**
 * Whether a program on this machine sent the request itself. Proxied requests also come from here
 * but have forwarding headers.
 */
function isFromThisMachine({ socket, headers }: Pick<Request, "socket" | "headers">): boolean {
  const loopback = /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? "");
  return loopback && forwarding.every((name) => headers[name] === undefined);
}
