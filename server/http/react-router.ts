import { originOf } from "./origin-of.ts";
import { writeReadableStreamToWritable } from "@react-router/node";
import type {
  Request as ExpressRequest,
  RequestHandler,
  Response as ExpressResponse,
} from "express";
import {
  createRequestHandler,
  data,
  type RouterContextProvider,
  type ServerBuild,
} from "react-router";
import { internalError } from "#server/domain/problem.ts";
import { codeOf } from "#server/domain/problem-status.ts";
import { sendProblem } from "./problem.ts";
import { boundedBody } from "./bounded-body.ts";
import { narrowedRoutes } from "./narrowed-routes.ts";

type RouterOptions = {
  /** In development, a new one for each request. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  basePath: string;
  /** Maximum size of a page's form in bytes. */
  formBytes: number;
  /** Context of loaders and actions. `page` receives the rendered page. */
  contextOf: (
    request: ExpressRequest,
    response: ExpressResponse,
    page: PageSlot,
  ) => Promise<RouterContextProvider>;
};

/**
 * A page's bytes, next to a response with only its head. `unread`: why it couldn't be rendered, if
 * storage failed.
 */
type PageSlot = { bytes?: Uint8Array; unread?: unknown };

/**
 * React Router for Express. Replaces `@react-router/express`: pages are complete and sent in one
 * write with their headers. Converting them to a stream and back costs 1/20 more processor time
 * (issue list).
 */
export function reactRouter({
  build,
  basePath,
  formBytes,
  contextOf,
}: RouterOptions): RequestHandler {
  const handlerFor = typeof build === "function" ? always(build) : narrowed(build, basePath);
  return async (request, response, next) => {
    try {
      const page: PageSlot = {};
      const context = await contextOf(request, response, page);
      const fetched = asFetched(request, response, mostBytes(request.path, formBytes));
      const answer = await handlerFor(fetched)(fetched, context);
      if (page.unread !== undefined) return next(page.unread);
      // A page with a data extension in its name (a tag, a release): errors are returned in the
      // requested format.
      if (answer.status >= 400 && /\.(?:json|md)$/.test(request.path))
        return await sendAsProblem(response, answer);
      await send(response, answer, page);
    } catch (error) {
      next(error);
    }
  };
}

type HandlerFor = (fetched: Request) => ReturnType<typeof createRequestHandler>;

function always(build: () => Promise<ServerBuild>): HandlerFor {
  const handler = createRequestHandler(build, process.env.NODE_ENV);
  return () => handler;
}

/** A handler for each set of routes, created on first use. */
function narrowed(build: ServerBuild, basePath: string): HandlerFor {
  const routesFor = narrowedRoutes(build.routes, basePath);
  const handlers = new Map<ServerBuild["routes"], ReturnType<HandlerFor>>();
  return ({ url }) => {
    const routes = routesFor(new URL(url).pathname);
    let handler = handlers.get(routes);
    if (!handler)
      handlers.set(
        routes,
        (handler = createRequestHandler({ ...build, routes }, process.env.NODE_ENV)),
      );
    return handler;
  };
}

/**
 * Pages with larger forms: sample events for testing rules, and files, which the action limits
 * itself.
 */
const samples = /^\/[^/]+\/settings\/scrubbing(?:\.data)?$/;
const files = /^\/[^/]+\/settings\/source-maps(?:\.data)?$/;
const sampleBytes = 2 * 1024 * 1024;

function mostBytes(path: string, formBytes: number): number {
  if (files.test(path)) return Infinity;
  return samples.test(path) ? Math.max(sampleBytes, formBytes) : formBytes;
}

function asFetched(request: ExpressRequest, response: ExpressResponse, maxBytes: number): Request {
  const { method } = request;
  const leaving = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) leaving.abort();
  });
  const hasBody = method !== "GET" && method !== "HEAD";
  const body = hasBody && {
    body: boundedBody(request, maxBytes, () => tooLarge(maxBytes)),
    duplex: "half",
  };
  return new Request(originOf(request.protocol, request.host) + request.originalUrl, {
    method,
    headers: headersOf(request),
    signal: leaving.signal,
    ...body,
  });
}

/** Thrown while the action reads the form: the page shows it inside its own frame. */
function tooLarge(maxBytes: number) {
  const detail = `The form is larger than ${maxBytes / 1024} KiB, the maximum for this page. Nothing was changed.`;
  return data({ detail }, { status: 413 });
}

function headersOf(request: ExpressRequest): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(request.headers)) {
    for (const value of [values ?? []].flat()) headers.append(name, value);
  }
  return headers;
}

async function sendAsProblem(response: ExpressResponse, { status, body }: Response): Promise<void> {
  await body?.cancel();
  const code = status >= 500 ? undefined : codeOf(status);
  const detail =
    code === "not-found"
      ? "Page not found, or you don't have access."
      : "This page doesn't accept this request.";
  if (code) sendProblem(response, { problem: code, detail });
  else response.status(status).json(internalError("The server could not process this request."));
}

async function send(response: ExpressResponse, answer: Response, page: PageSlot): Promise<void> {
  if (response.destroyed || response.writableEnded) return answer.body?.cancel();
  response.statusMessage = answer.statusText;
  response.status(answer.status);
  for (const [name, value] of answer.headers) response.append(name, value);
  // The action is only reachable with another method or with `?index`.
  if (answer.status === 405 && !answer.headers.has("Allow")) response.set("Allow", "GET, HEAD");
  if (answer.body) await writeReadableStreamToWritable(answer.body, response);
  else response.end(page.bytes);
}
