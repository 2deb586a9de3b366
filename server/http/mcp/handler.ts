import { originOf } from "#server/http/origin-of.ts";
import type {
  Request as ExpressRequest,
  RequestHandler,
  Response as ExpressResponse,
} from "express";
import type { Problem } from "#server/domain/problem.ts";
import { refuseMethod } from "#server/http/allow.ts";
import { arrivalOf, mailUrlOf } from "#server/http/mail-url.ts";
import { sendProblem } from "#server/http/problem.ts";
import { readBody } from "#server/http/read-body.ts";
import { bearerToken } from "#server/http/viewer.ts";
import type { Services } from "#server/services.ts";
import { nameRequest } from "#server/telemetry/http-span.ts";

type McpDeps = { services: Services; basePath?: string; publicUrl?: string };

const longestBody = 1024 * 1024;

/**
 * The endpoint for coding assistants. Callers need an API token. Sessions aren't accepted, so that
 * a browser page has no effect. The protocol library is loaded with the first request: it takes 20
 * MiB.
 */
export function mcpHandler(deps: McpDeps): RequestHandler {
  return async (request, response, next) => {
    if (request.path !== "/mcp") return next();
    nameRequest(request.method, "/mcp");
    response.set("Cache-Control", "private, no-store");
    if (!isFromHere(request, deps)) return sendProblem(response, elsewhere);
    if (request.method !== "POST") return refuseMethod(request, response, "POST");
    const token = bearerToken(request);
    const viewer =
      token === undefined ? undefined : await deps.services.commands.viewerOfToken(token);
    if (!viewer) return sendProblem(response.set("WWW-Authenticate", challenge(token)), noToken);
    const body = await readBody(request, longestBody);
    if (body === "aborted") return;
    if (body === "too-large")
      return sendProblem(response, {
        problem: "too-large",
        detail: "A message can be at most 1 MiB.",
      });
    const url = urlOf(request, deps);
    const { serveMcp } = await import("./serve.ts");
    await send(
      response,
      await serveMcp(asFetched(request, url, body), { services: deps.services, viewer, url }),
    );
  };
}

/**
 * Browsers send their page's origin. A foreign name that resolves here (DNS rebinding) is rejected.
 */
function isFromHere(request: ExpressRequest, { basePath = "", publicUrl }: McpDeps): boolean {
  const origin = request.get("origin");
  if (origin === undefined) return true;
  const own = mailUrlOf(arrivalOf(request), basePath, publicUrl);
  return own !== undefined && URL.canParse(origin) && new URL(origin).host === new URL(own).host;
}

const urlOf = (request: ExpressRequest, { basePath = "", publicUrl }: McpDeps): string =>
  publicUrl ?? `${originOf(request.protocol, request.get("host"))}${basePath}`;

function asFetched(request: ExpressRequest, url: string, body: Uint8Array): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && !named.has(name)) headers.set(name, String(value));
  return new Request(`${url}/mcp`, { method: "POST", headers, body: new Uint8Array(body) });
}

/** Connection headers and our own internal ones. */
const named = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "authorization",
  "cookie",
]);

async function send(response: ExpressResponse, answer: Response): Promise<void> {
  response.status(answer.status);
  for (const [name, value] of answer.headers) response.set(name, value);
  response.send(Buffer.from(await answer.arrayBuffer()));
}

const challenge = (token: string | undefined): string =>
  token === undefined ? 'Bearer realm="spoor"' : 'Bearer realm="spoor", error="invalid_token"';
const noToken: Problem = {
  problem: "unauthenticated",
  detail: "Send your API token: Authorization: Bearer TOKEN.",
};
const elsewhere: Problem = { problem: "forbidden", detail: "Cross-site requests are not allowed." };
