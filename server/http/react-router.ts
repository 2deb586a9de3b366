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
  /** In development a fresh one for each request. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  basePath: string;
  /** How many bytes a form that is posted to a page may have. */
  formBytes: number;
  /** What loaders and actions find; `page` is where the page is left, once it is rendered. */
  contextOf: (
    request: ExpressRequest,
    response: ExpressResponse,
    page: PageSlot,
  ) => Promise<RouterContextProvider>;
};

/**
 * A page's bytes, beside an answer that has only its head. `unread`: why it could not be made,
 * where storage is to blame.
 */
type PageSlot = { bytes?: Uint8Array; unread?: unknown };

/**
 * React Router as Express has it: an own one in place of `@react-router/express`, for the sake of
 * pages. They are whole, and leave with their head in one write; made a stream of and read again
 * they cost a twentieth more processor time (issue list).
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
      // A page whose name ends like data (a tag, a release): what a machine asked for is answered
      // as machines read it.
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

/** A handler for each set of routes, made when it is first asked for. */
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
 * Pages whose forms hold more than what a person types: a whole event to try rules on, and files,
 * which the action bounds itself.
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

/** Thrown where the action reads the form: the page says it, inside its own frame. */
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
  // An action that only another method or only `?index` reaches.
  if (answer.status === 405 && !answer.headers.has("Allow")) response.set("Allow", "GET, HEAD");
  if (answer.body) await writeReadableStreamToWritable(answer.body, response);
  else response.end(page.bytes);
}
