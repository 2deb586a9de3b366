import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import { type Problem, problemBody } from "#server/domain/problem.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import { malformed, sendRefusal } from "./failure.ts";

/** Methods of the server as a whole: the response to `OPTIONS *` and CONNECT. */
const allow = "GET, HEAD, POST, PUT, OPTIONS";

/**
 * Parses the request target (RFC 9112, section 3.2). An absolute form becomes a path, and its
 * authority replaces `Host`, as the RFC requires. False: the target isn't ours.
 */
function settleTarget(request: IncomingMessage): boolean {
  const { url = "" } = request;
  if (url.startsWith("/")) return true;
  const [, authority, rest = ""] = /^https?:\/\/([^/?#@\s]+)(?=[/?#]|$)([^#]*)/i.exec(url) ?? [];
  if (authority === undefined || !URL.canParse(`http://${authority}`)) return false;
  request.url = rest.startsWith("/") ? rest : `/${rest}`;
  request.headers.host = authority;
  return true;
}

/** Runs first: later handlers only see targets that are paths. */
export function withTarget(listener: RequestListener): RequestListener {
  return (request, response) =>
    settleTarget(request) ? listener(request, response) : refuseTarget(request, response);
}

/** Same for an application mounted in a host. */
export const settledTarget: RequestHandler = (request, response, next) => {
  if (!settleTarget(request)) return refuseTarget(request, response);
  const original = { url: request.originalUrl, headers: { ...request.headers } } as IncomingMessage;
  if (!settleTarget(original)) return refuseTarget(request, response);
  request.originalUrl = original.url!;
  next();
};

/**
 * A path with invalid percent-encoding matches nothing. Queries are parsed leniently, as browsers
 * write them.
 */
export const decodablePath: RequestHandler = (request, response, next) => {
  if (request.path.includes("%") && !isDecodable(request.path))
    sendRefusal(request, response, malformed);
  else next();
};

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}

/** Node would close such a connection without a response. */
export function refuseConnect(server: Server): void {
  const body = JSON.stringify(
    problemBody({ problem: "wrong-method", detail: "This server is not a proxy." }),
  );
  const lines = [
    "HTTP/1.1 405 Method Not Allowed",
    `Allow: ${allow}`,
    "Content-Type: application/json",
  ];
  const answer = [
    ...lines,
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
  server.on("connect", (_request, socket) => {
    socket.on("error", () => socket.destroy());
    socket.end(answer);
  });
}

const unreadable: Problem = {
  problem: "malformed",
  detail: "The request target must be a path or an http:// or https:// URL.",
};

function refuseTarget({ method, url }: IncomingMessage, response: ServerResponse): void {
  // The rest of a body would be parsed as the next request.
  response.setHeader("Connection", "close");
  if (method === "OPTIONS" && url === "*")
    return void response.writeHead(204, { Allow: allow }).end();
  const headers = { "content-type": "application/json" };
  response.writeHead(statusOf(unreadable), headers).end(JSON.stringify(problemBody(unreadable)));
}
