import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { isTracingSuppressed } from "@opentelemetry/core";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { now } from "./clock.ts";
import type { PathRule } from "./hidden-values.ts";

export type FetchOptions = {
  /** Which servers receive `traceparent`. All of them unless set. */
  propagateTo?: (url: URL) => boolean;
  /** `route`: the server is recorded, the path never. For addresses that hold tokens. */
  paths?: PathRule;
};

type Call = { span: Span; answeredAtMs?: number };
type Message = {
  request: OutgoingRequest;
  response?: { statusCode: number };
  error?: Error & { code?: string | number };
};

/**
 * Records a CLIENT span for each outgoing `fetch` inside a traced request, from the call to the
 * last byte of the answer, and adds `traceparent` to the call. Uses the diagnostics channels of
 * undici, on which Node's `fetch` is built: nothing is patched. Outside a trace nothing is recorded
 * or added. Returns the function that stops it.
 */
export function traceFetches({
  propagateTo = () => true,
  paths = "full",
}: FetchOptions = {}): () => void {
  const calls = new WeakMap<OutgoingRequest, Call>();
  const listeners = {
    create({ request }: Message) {
      const around = context.active();
      if (!trace.getSpan(around) || isTracingSuppressed(around) || request.method === "CONNECT")
        return;
      const url = urlOf(request);
      const attributes = attributesOfCall(request, url, paths);
      const begun = { kind: SpanKind.CLIENT, startTime: now(), attributes };
      const span = trace
        .getTracer("spoor.fetch")
        .startSpan(`${request.method} ${url.host}`, begun, around);
      calls.set(request, { span });
      if (propagateTo(url)) propagation.inject(trace.setSpan(around, span), request, toHeaders);
    },
    headers({ request, response }: Message) {
      const call = calls.get(request);
      if (!call || !response) return;
      call.answeredAtMs = now();
      describeAnswer(call.span, response.statusCode);
    },
    trailers({ request }: Message) {
      calls.get(request)?.span.end(now());
    },
    error({ request, error }: Message) {
      const call = calls.get(request);
      if (call) endFailed(call, error);
    },
  };
  const channels = Object.entries(listeners).map(
    ([name, listen]) =>
      [`undici:request:${name}`, (message: unknown) => listen(message as Message)] as const,
  );
  for (const [name, listen] of channels) subscribe(name, listen);
  return () => channels.forEach(([name, listen]) => unsubscribe(name, listen));
}

/**
 * The conventions: what a caller is refused is an error of the call. Not found is an answer: many
 * calls ask whether something exists.
 */
function describeAnswer(span: Span, status: number): void {
  span.setAttribute("http.response.status_code", status);
  if (status >= 400 && status !== 404)
    span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", String(status));
}

/**
 * No exception event: `fetch` throws the error to its caller, whose span records it. A call that is
 * aborted after its answer began was given up by its caller, and ended when its headers arrived:
 * reading stopped.
 */
function endFailed({ span, answeredAtMs }: Call, error: Message["error"]): void {
  if (error?.name === "AbortError") return span.end(answeredAtMs ?? now());
  // A DOMException's code is a number without meaning.
  const type = typeof error?.code === "string" ? error.code : (error?.name ?? "_OTHER");
  span.setStatus({ code: SpanStatusCode.ERROR, message: type }).setAttribute("error.type", type);
  span.end(now());
}

const toHeaders = {
  set(request: OutgoingRequest, name: string, value: string): void {
    if (!hasHeader(request, name)) request.addHeader(name, value);
  },
};

/** Names and values in turn; a single text with one header a line before undici 6. */
function hasHeader({ headers }: OutgoingRequest, name: string): boolean {
  if (typeof headers === "string") return headers.toLowerCase().includes(`${name}:`);
  return headers.some((text, i) => i % 2 === 0 && String(text).toLowerCase() === name);
}

/** What undici says of a request that it is about to send. */
type OutgoingRequest = {
  origin: string | URL;
  path: string;
  method: string;
  headers: string | readonly unknown[];
  addHeader(name: string, value: string): void;
};

/** The whole address, without its query, which may hold secrets. */
function urlOf({ origin, path }: OutgoingRequest): URL {
  const url = new URL(path.split("?", 1)[0]!, origin);
  url.username = url.password = "";
  return url;
}

/**
 * The HTTP semantic conventions' attributes of a client's call. `paths: "route"` leaves the path
 * out.
 */
function attributesOfCall({ method }: OutgoingRequest, url: URL, paths: PathRule): Attributes {
  return {
    "http.request.method": method,
    "server.address": url.hostname,
    "server.port": Number(url.port) || (url.protocol === "https:" ? 443 : 80),
    "url.full": paths === "full" ? url.href : url.origin,
  };
}
