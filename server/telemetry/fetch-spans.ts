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
  /** The servers that receive `traceparent`; all by default. */
  propagateTo?: (url: URL) => boolean;
  /** `route`: records the server but not the path, for addresses that contain tokens. */
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
 * last byte of the response, and adds `traceparent`. Uses the diagnostics channels of undici, which
 * implements Node's `fetch`: nothing is patched. Outside a trace, it records and adds nothing.
 * Returns the function that stops it.
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
 * By the conventions, 4xx is an error for the client. Except 404: many calls check whether
 * something exists.
 */
function describeAnswer(span: Span, status: number): void {
  span.setAttribute("http.response.status_code", status);
  if (status >= 400 && status !== 404)
    span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", String(status));
}

/**
 * No exception event: `fetch` throws the error to its caller, whose span records it. If a request
 * is aborted after its response started, its caller stopped reading: the span ends when the headers
 * arrived.
 */
function endFailed({ span, answeredAtMs }: Call, error: Message["error"]): void {
  if (error?.name === "AbortError") return span.end(answeredAtMs ?? now());
  // A DOMException's code is a meaningless number.
  const type = typeof error?.code === "string" ? error.code : (error?.name ?? "_OTHER");
  span.setStatus({ code: SpanStatusCode.ERROR, message: type }).setAttribute("error.type", type);
  span.end(now());
}

const toHeaders = {
  set(request: OutgoingRequest, name: string, value: string): void {
    if (!hasHeader(request, name)) request.addHeader(name, value);
  },
};

/** Alternating names and values; before undici 6, one string with a header per line. */
function hasHeader({ headers }: OutgoingRequest, name: string): boolean {
  if (typeof headers === "string") return headers.toLowerCase().includes(`${name}:`);
  return headers.some((text, i) => i % 2 === 0 && String(text).toLowerCase() === name);
}

/** undici's description of a request before it is sent. */
type OutgoingRequest = {
  origin: string | URL;
  path: string;
  method: string;
  headers: string | readonly unknown[];
  addHeader(name: string, value: string): void;
};

/** The address without its query, which may contain secrets. */
function urlOf({ origin, path }: OutgoingRequest): URL {
  const url = new URL(path.split("?", 1)[0]!, origin);
  url.username = url.password = "";
  return url;
}

/**
 * Attributes of a client request by the HTTP semantic conventions. `paths: "route"` omits the path.
 */
function attributesOfCall({ method }: OutgoingRequest, url: URL, paths: PathRule): Attributes {
  return {
    "http.request.method": method,
    "server.address": url.hostname,
    "server.port": Number(url.port) || (url.protocol === "https:" ? 443 : 80),
    "url.full": paths === "full" ? url.href : url.origin,
  };
}
