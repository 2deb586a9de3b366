import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Express } from "express";
import type { Intake } from "#server/digest/intake/intake.ts";
import { giveBackBytes } from "#server/threads/give-back.ts";
import { problemBody } from "#server/domain/problem.ts";
import type { Log } from "#server/telemetry/log.ts";
import { corsHeaders } from "#server/ingest/cors.ts";
import { defaultLimits } from "#server/ingest/limits.ts";
import { formHeaders, forwardedHeaders, type IngestRequest } from "#server/ingest/request.ts";
import { isFeedbackPath, isIngestPath } from "#server/ingest/sentry/endpoint.ts";
import type { RequestLatency } from "#server/http/metrics/latency.ts";
import { createBodyRoom } from "./read-body.ts";

const cors = corsHeaders();
const { compressed: bytesMax } = defaultLimits;

/** Limit for incomplete bodies, in addition to those sent to the worker (`remote-intake.ts`). */
const unfinishedBytesMax = 128 * 1024 * 1024;

/**
 * For Express and, before it, `node:http`. `ip` is Express's client address according to trusted
 * proxies.
 */
type IngestHandler = (
  request: IncomingMessage & { ip?: string | undefined },
  response: ServerResponse,
  next: () => void,
) => Promise<void>;

type IngestDeps = { intake: Intake; now: () => number; latency?: Pick<RequestLatency, "observe"> };

/**
 * Accepts SDK requests before sessions, cookies, compression, and pages. Every response has CORS
 * headers.
 */
export function ingestHandler({ intake, now, latency }: IngestDeps): IngestHandler {
  const room = createBodyRoom(unfinishedBytesMax);
  return async (request, response, next) => {
    const path = pathOf(request);
    if (!isIngestPath(path)) return next();
    const startedAt = performance.now();
    if (request.method === "OPTIONS") return void response.writeHead(204, cors).end();
    const read = await room.read(request, bytesMax);
    if (read === "aborted") return;
    if (read === "too-large") return refuseLarge(response);
    if (read === "crowded-out") return refuseCrowded(response);
    const { status, headers, body } = await intake.receive({
      method: request.method!,
      url: request.url!,
      headers: pickHeaders(request.headers, isFeedbackPath(path)),
      body: read,
      receivedAt: now(),
      remoteAddress: request.ip ?? request.socket.remoteAddress ?? "",
      freshId: randomUUID().replaceAll("-", ""),
    });
    giveBackBytes(read);
    // With a length, head and body are sent in one write.
    response
      .writeHead(status, { ...cors, ...headers, "content-length": Buffer.byteLength(body) })
      .end(body);
    latency?.observe("ingest", performance.now() - startedAt);
  };
}

/**
 * Combines both. Without trusted-proxy headers (`ip`), ingestion bypasses Express: 1/14 more
 * requests are accepted in a burst.
 */
export function ingestFirst(ingest: IngestHandler, app: Express, log: Log): RequestListener {
  return async (request, response) => {
    try {
      await ingest(request, response, () => app(request, response));
    } catch (error) {
      // Handled like in Express (`failure.ts`): a bug must neither end the process nor leave the
      // client waiting.
      const path = pathOf(request);
      // A page's path may contain a token.
      log("error", "A request failed.", {
        method: request.method,
        ...(isIngestPath(path) && { path }),
        error,
      });
      if (response.headersSent) response.destroy();
      else response.writeHead(500, cors).end();
    }
  };
}

const pathOf = ({ url = "" }: IncomingMessage): string => url.split("?", 1)[0]!;

function refuseLarge(response: ServerResponse): void {
  const cause = `a body can be at most ${bytesMax / 1024 / 1024} MiB as sent`;
  // The rest of the body isn't read, so the connection can't be reused.
  const headers = {
    ...cors,
    connection: "close",
    "x-sentry-error": cause,
    "content-type": "application/json",
  };
  const detail = `The request is too large: ${cause}.`;
  const answer = JSON.stringify(problemBody({ problem: "too-large", detail, causes: [cause] }));
  response.writeHead(413, headers).end(answer);
}

const crowdedRetryS = 30;

function refuseCrowded(response: ServerResponse): void {
  const cause = "unfinished requests use too much memory";
  const detail = "Too many large requests at once. This was the largest. Send it again later.";
  const rest = {
    "retry-after": String(crowdedRetryS),
    "x-sentry-error": cause,
    "content-type": "application/json",
  };
  const answer = JSON.stringify(problemBody({ problem: "unavailable", detail, causes: [cause] }));
  response.writeHead(503, { ...cors, connection: "close", ...rest }).end(answer);
}

function pickHeaders(
  all: NodeJS.Dict<string | string[]>,
  isForm: boolean,
): IngestRequest["headers"] {
  const picked: IngestRequest["headers"] = {};
  for (const name of isForm ? [...forwardedHeaders, ...formHeaders] : forwardedHeaders) {
    const value = all[name];
    if (typeof value === "string") picked[name] = value;
  }
  return picked;
}
