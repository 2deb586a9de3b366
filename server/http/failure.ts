import type { ErrorRequestHandler, Request, Response } from "express";
import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import { TookTooLong, tooLongRetryS } from "#server/domain/took-too-long.ts";
import { unreadableSentence } from "#server/domain/health/trouble.ts";
import type { Log } from "#server/telemetry/log.ts";
import { currentTraceId } from "#server/telemetry/http-span.ts";
import { internalError, type Problem, problemBody } from "#server/domain/problem.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import type { PatternOf } from "./route-pattern.ts";

const retryAfterS = 30;

/**
 * Handles uncaught errors: a bug or an unreadable database. Logs the full error and shows a message
 * with an ID to quote. Doesn't use the database. Logs the route, never the path, which may contain
 * a token.
 */
export function failure(log: Log, patternOf: PatternOf): ErrorRequestHandler {
  return (error: { status?: number }, request, response, next) => {
    if (error.status !== undefined && error.status < 500)
      return sendRefusal(request, response, malformed);
    if (error instanceof TookTooLong && !response.headersSent)
      return sendTooLong(error, request, response);
    const traceId = currentTraceId();
    log("error", "A request failed.", {
      traceId,
      method: request.method,
      route: patternOf(request.path),
      error,
    });
    if (response.headersSent) return next(error);
    const cause = diskCauseOf(error);
    const detail = cause
      ? unreadableSentence(cause)
      : `The server could not process this request. If it happens again, send trace ID ${traceId} to your administrator.`;
    if (cause) response.set("Retry-After", String(retryAfterS));
    response.status(cause ? 503 : 500);
    const heading = cause ? "Temporarily unavailable" : "This page failed to load";
    if (isForPeople(request)) response.type("html").send(pageOf(heading, escaped(detail)));
    else
      response.json(
        cause ? problemBody({ problem: "unavailable", detail }) : internalError(detail),
      );
  };
}

/** Already logged by the code that gave up. */
function sendTooLong({ message }: TookTooLong, request: Request, response: Response): void {
  response.set("Retry-After", String(tooLongRetryS)).status(503);
  if (isForPeople(request)) response.type("html").send(pageOf("This view took too long", message));
  else response.json(problemBody({ problem: "unavailable", detail: message }));
}

/** Express couldn't parse the path or a header. */
export const malformed: Problem = {
  problem: "malformed",
  detail: "The URL of this request is malformed.",
};

/** Page addresses return HTML to browsers and JSON to all others. Needs no data. */
export function sendRefusal(request: Request, response: Response, problem: Problem): void {
  response.status(statusOf(problem));
  if (isForPeople(request))
    response.type("html").send(pageOf("Invalid request", escaped(problem.detail)));
  else response.json(problemBody(problem));
}

const isForPeople = ({ headers, path }: Request) =>
  (headers.accept?.includes("text/html") ?? false) &&
  !/^\/(?:api|v1)(?:\/|$)|\.(?:json|md|data)$/.test(path);

const escaped = (text: string) => text.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`);

/**
 * Without the application's frame and styles, since it failed or wasn't reached. `detail` is HTML.
 */
const pageOf = (heading: string, detail: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${heading} · Spoor</title></head>
<body><main><h1>${heading}</h1><p>${detail}</p></main></body></html>
`;
