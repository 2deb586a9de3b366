import type { InstrumentationClientRouterResult, InstrumentationHandlerResult } from "react-router";
import { now } from "./clock.ts";
import { traceDataRequests } from "./data-requests.ts";
import { type Hydration, recordDocumentLoad } from "./document-load.ts";
import { contextOf, createNavigations, failedIn, recordFailure } from "./navigations.ts";
import { encodeLogEvent, encodeRequest, encodeSpan } from "./otlp-json.ts";
import { createOutbox } from "./outbox.ts";
import { createPost } from "./post.ts";
import { watchPrefetches } from "./prefetches.ts";
import { createTracer } from "./provider.ts";
import type { Settings } from "./settings.ts";
import { createShownAddress } from "./shown-address.ts";
import { reportVitals } from "./web-vitals.ts";

/** Callbacks of the router's instrumentations, once loaded. */
export type Recorder = {
  /** Back or Forward has just changed the URL. */
  popState(): void;
  navigate(
    handle: RouterHandle,
    info: { to: string | number; currentUrl: string; formMethod?: string },
  ): Promise<void>;
  fetch(
    handle: RouterHandle,
    info: { href: string; currentUrl: string; formMethod?: string },
  ): Promise<void>;
  step(step: Step): Promise<void>;
};

type RouterHandle = () => Promise<InstrumentationClientRouterResult>;

/** A route's loader or action in the browser: its own, or the wait for the server's. */
export type Step = {
  kind: "loader" | "action";
  id: string;
  handle: () => Promise<InstrumentationHandlerResult>;
  info: { request: { url: string }; pattern: string };
};

/**
 * Everything in the browser that loads after hydration: connects tracer, outbox, document, vitals,
 * and requests.
 */
export function createRecorder(settings: Settings, hydration: Hydration): Recorder {
  const { endpoint, key, route } = settings;
  const post = createPost(key === undefined ? {} : { authorization: `Bearer ${key}` });
  const boxFor = (signal: "traces" | "logs") =>
    createOutbox(
      (items) => void post(`${endpoint}/v1/${signal}`, encodeRequest(signal, resource, items)),
    );
  const spans = boxFor("traces");
  const { tracer, resource } = createTracer(settings, (span) => spans.add(encodeSpan(span)));
  const shown = createShownAddress(settings.paths);
  const page = { route, shown };
  const documentSpan = recordDocumentLoad(tracer, hydration, page);
  const logs = boxFor("logs");
  reportVitals(documentSpan.spanContext(), page, hydration, (event) =>
    logs.add(encodeLogEvent(event)),
  );
  const navigations = createNavigations(tracer, shown);
  traceDataRequests(tracer, navigations, shown);
  const prefetches = watchPrefetches();
  performance.mark("spoor.tracing");

  return {
    popState: navigations.popState,
    async navigate(handle, { to, currentUrl, formMethod = "GET" }) {
      // Steps through the history arrive as `popstate`.
      if (typeof to === "number") return void (await handle());
      const isSubmit = formMethod.toUpperCase() !== "GET";
      const operation = navigations.begin(
        isSubmit ? "submit" : "navigate",
        "navigation",
        pathOf(to, currentUrl),
      );
      const startedAt = performance.now();
      const { meta, error } = await handle();
      operation.isPrefetched = () =>
        operation.requested.some((url) => prefetches.served(url, startedAt));
      navigations.end(operation, meta?.pattern, error);
    },
    async fetch(handle, { href, currentUrl, formMethod = "GET" }) {
      const isSubmit = formMethod.toUpperCase() !== "GET";
      const kind = isSubmit ? "fetcher-submit" : "fetcher-load";
      const operation = navigations.begin(
        isSubmit ? "fetcher submit" : "fetcher load",
        kind,
        pathOf(href, currentUrl),
      );
      const { meta, error } = await handle();
      navigations.end(operation, meta?.pattern, error);
    },
    async step({ kind, id, handle, info }) {
      const operation = navigations.forStep(new URL(info.request.url).pathname, info.pattern);
      const attributes = { "react_router.kind": `client-${kind}`, "react_router.route.id": id };
      const span = tracer.startSpan(
        `client ${kind} ${id}`,
        { startTime: now(), attributes },
        contextOf(operation),
      );
      const { error } = await handle();
      if (error) {
        recordFailure(span, error, shown);
        failedIn(operation, error, shown);
      }
      span.end(now());
      navigations.endStep(operation, kind);
    },
  };
}

/** Undefined for a path relative to a route, which only the router can resolve. */
function pathOf(to: string, currentUrl: string): string | undefined {
  if (to.startsWith("/")) return new URL(to, location.origin).pathname;
  return /^[?#]|^$/.test(to) ? new URL(currentUrl, location.origin).pathname : undefined;
}
