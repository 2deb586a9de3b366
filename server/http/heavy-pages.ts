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
  /**
   * From the request to the first byte of its page: the start of the thread and the wait for other
   * pages count.
   */
  deadlineMs: number;
  /** Starts the thread that serves them; it says its port as its first message. */
  spawn: () => Worker;
};

export type HeavyPagesHandler = RequestHandler & { close(): void };

/**
 * A trace of this many spans takes about 50 ms to read and to analyze: beyond, all other requests
 * would wait.
 */
const heavySpans = 5_000;
/** The thread costs some 60 MiB while it lives. */
const idleMs = 60_000;

/**
 * Serves pages of very large traces from a thread of their own, so that one who looks at 100,000
 * spans stalls no other request. Everything else continues to the next handler, and so does this
 * when the thread cannot be had.
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

  /** A thread that computes can only be ended. What others wait for in it is given up, too. */
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

/** What is said of a body, which a GET leaves behind, and of one connection. */
const notPassed = ["connection", "keep-alive", "content-length", "transfer-encoding", "expect"];

/** As a proxy does: the head and the body as they are, and who asked for what. */
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
