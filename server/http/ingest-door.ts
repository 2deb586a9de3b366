import { randomUUID } from "node:crypto";
import type { RequestHandler, Response } from "express";
import type { Intake } from "#server/digest/intake.ts";
import { corsHeaders } from "#server/ingest/cors.ts";
import { defaultLimits } from "#server/ingest/limits.ts";
import { formHeaders, forwardedHeaders, type IngestRequest } from "#server/ingest/request.ts";
import { isFeedbackPath, isIngestPath } from "#server/ingest/sentry/endpoint.ts";
import { readBody } from "./read-body.ts";

/** Takes what SDKs send, before sessions, cookies, compression or pages come into it. CORS stands on every answer. */
export function ingestDoor({ intake, now }: { intake: Intake; now: () => number }): RequestHandler {
  const { compressed } = defaultLimits;
  return async (request, response, next) => {
    if (!isIngestPath(request.path)) return next();
    response.set(corsHeaders());
    if (request.method === "OPTIONS") return void response.status(204).end();
    const body = await readBody(request, compressed);
    if (body === "aborted") return;
    if (body === "too-large") return refuseLarge(response, compressed);
    const {
      status,
      headers,
      body: answer,
    } = await intake.receive({
      method: request.method,
      url: request.url,
      headers: pickHeaders(request.headers, isFeedbackPath(request.path)),
      body,
      receivedAt: now(),
      remoteAddress: request.ip ?? "",
      freshId: randomUUID().replaceAll("-", ""),
    });
    // `end`, not `send`: no ETag to compute, no type to guess; with a length, head and body leave in one write.
    response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(answer) }).end(answer);
  };
}

function refuseLarge(response: Response, limitBytes: number): void {
  const cause = `a body may be ${limitBytes / 1024 / 1024} MiB at most, as sent`;
  // The rest of the body is not read: the connection cannot be used again.
  response.set({ Connection: "close", "X-Sentry-Error": cause });
  response.status(413).json({ detail: `The request is too large: ${cause}.`, causes: [cause] });
}

function pickHeaders(all: NodeJS.Dict<string | string[]>, isForm: boolean): IngestRequest["headers"] {
  const picked: IngestRequest["headers"] = {};
  for (const name of isForm ? [...forwardedHeaders, ...formHeaders] : forwardedHeaders) {
    const value = all[name];
    if (typeof value === "string") picked[name] = value;
  }
  return picked;
}
