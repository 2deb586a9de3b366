import { type ClientRequest, request as send } from "node:http";
import { Worker } from "node:worker_threads";
import type { Request, RequestHandler, Response } from "express";
import { parseTraceId, type TraceId } from "#server/domain/ids.ts";
import { TookTooLong } from "#server/domain/took-too-long.ts";
import type { Log } from "#server/telemetry/log.ts";
import type { Services } from "#server/services.ts";
import { nameRequest } from "#server/telemetry/http-span.ts";
import { currentTraceparent } from "#server/telemetry/traceparent.ts";

type HeavyPages = {
  services: Services;
  log: Log;
  /** From the request to the first byte of its page, including thread start and queueing. */
  deadlineMs: number;
  /** Starts the page thread. Its first message is its port. */
  spawn: () => Worker;
};

export type HeavyPagesHandler = RequestHandler & { close(): void };

/**
 * Reading and analyzing a trace of this size takes about 50 ms. Larger ones would block other
 * requests.
 */
const heavySpans = 5_000;
/** The thread takes about 60 MiB while it runs. */
const idleMs = 60_000;

/**
 * Serves pages of very large traces from a separate thread, so that viewing 100,000 spans doesn't
 * block other requests. All other requests, and these if the thread can't start, continue to the
 * next handler.
 */
export function heavyPages({ services, log, deadlineMs, spawn }: HeavyPages): HeavyPagesHandler {
  let worker: Worker | undefined;
  let port: Promise<number> | undefined;
  let idle: NodeJS.Timeout | undefined;
  const givenUp = new WeakSet<Worker>();

  function close(): void {
    clearTimeout(idle);
    void worker?.terminate();
    [worker, port] = [undefined, undefined];
  }

  /** A busy thread can only be terminated. Other requests to it fail, too. */
  function giveUp(): void {
    log("warn", "Rendering the page of a large trace took too long and was canceled.", {
      deadlineMs,
    });
    if (worker) givenUp.add(worker);
    close();
  }

  function start(): Promise<number> {
    const started = spawn();
    worker = started;
    return new Promise((resolve, reject) => {
      started.once("message", resolve);
      started.once("error", reject);
      started.once("exit", () => {
        if (worker === started) [worker, port] = [undefined, undefined];
        reject(new Error("the thread ended"));
      });
    });
  }

  const handler: RequestHandler = async (request, response, next) => {
    if (!(await isHeavy(request, services))) return next();
    nameRequest(
      request.method,
      comparePath.test(request.path) ? "/:project/traces/compare" : "/:project/traces/:trace",
    );
    clearTimeout(idle);
    idle = setTimeout(close, idleMs).unref();
    const deadline = setTimeout(giveUp, deadlineMs).unref();
    response.once("close", () => clearTimeout(deadline));
    port ??= start();
    const asked = worker!;
    try {
      const passed = pass(request, response, await port);
      passed.once("response", () => clearTimeout(deadline));
      passed.on("error", (error) => {
        if (response.headersSent) response.destroy();
        else next(givenUp.has(asked) ? new TookTooLong() : error);
      });
    } catch (error) {
      if (givenUp.has(asked)) return next(new TookTooLong());
      log(
        "warn",
        "The thread for large traces could not be started. The main thread renders the page.",
        { error },
      );
      clearTimeout(deadline);
      port = undefined;
      next();
    }
  };
  return Object.assign(handler, { close });
}

const tracePath = /^\/([a-z0-9-]+)\/traces\/([0-9a-f]{32})(?:[/.]|$)/i;
const comparePath = /^\/([a-z0-9-]+)\/traces\/compare(?:\.data)?$/;

async function isHeavy(request: Request, { store }: Services): Promise<boolean> {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const asked = tracesOf(request);
  if (!asked) return false;
  const project = await store.projects.bySlug(asked.slug);
  if (!project) return false;
  const counts = await Promise.all(
    asked.traces.map((traceId) => store.traces.spanCount(project.id, traceId)),
  );
  return counts.some((count) => count > heavySpans);
}

function tracesOf(request: Request): { slug: string; traces: TraceId[] } | undefined {
  const one = tracePath.exec(request.path);
  if (one)
    return { slug: one[1]!, traces: [parseTraceId(one[2])].filter((id) => id !== undefined) };
  const two = comparePath.exec(request.path);
  const named = [request.query.a, request.query.b]
    .map(parseTraceId)
    .filter((id) => id !== undefined);
  return two ? { slug: two[1]!, traces: named } : undefined;
}

/** Body headers, which a GET doesn't have, and connection headers. */
const notPassed = ["connection", "keep-alive", "content-length", "transfer-encoding", "expect"];

/** Forwards the request like a proxy: unchanged headers and body, plus the caller's identity. */
function pass(request: Request, response: Response, port: number): ClientRequest {
  const traceparent = currentTraceparent();
  const headers = {
    ...Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !notPassed.includes(name)),
    ),
    "x-forwarded-proto": request.protocol,
    "x-forwarded-for": request.ip ?? "",
    ...(traceparent && { traceparent }),
  };
  const passed = send(
    { host: "127.0.0.1", port, method: request.method, path: request.originalUrl, headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    },
  );
  response.on("close", () => passed.destroy());
  return passed.end();
}
