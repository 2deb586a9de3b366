import { ROOT_CONTEXT, type Span, SpanStatusCode, trace, type Tracer } from "@opentelemetry/api";
import { now } from "./clock.ts";
import { findOperation, type Operation } from "./operations.ts";
import { routerErrorEvent } from "./router-error.ts";
import { asRoute } from "./route-of.ts";
import type { ShownAddress } from "./shown-address.ts";

export type TracedOperation = Operation & {
  verb: string;
  span: Span;
  /** URLs of its data requests. */
  requested: string[];
  /** End times of its last step and of its action. */
  ended?: number;
  actedAt?: number;
  /** Number of loaders that ran after its action. */
  reloaded: number;
  /** Why an error boundary is shown. */
  failure?: string;
  /**
   * Whether its data was prefetched. Called last, because the browser may report it only after the
   * router has read the data.
   */
  isPrefetched?: () => boolean;
};

/** Time within which an error boundary renders, also on a slow device. Leaving the page ends it. */
const renderingMs = 1_000;

export type Navigations = {
  /** Back or Forward has just changed the URL. */
  popState(): void;
  begin(verb: string, kind: Operation["kind"], target: string | undefined): TracedOperation;
  end(operation: TracedOperation, pattern: string | undefined, error: Error | undefined): void;
  /** The operation of a loader or request for this path. */
  find(path: string): TracedOperation | undefined;
  /**
   * The same, or a new one: Back, Forward, and revalidation are not reported before their loaders
   * run.
   */
  forStep(path: string, pattern: string): TracedOperation;
  endStep(operation: TracedOperation, kind: "loader" | "action"): void;
};

/** Spans of the router's operations, each the root of its trace. */
export function createNavigations(tracer: Tracer, address: ShownAddress): Navigations {
  const open = new Set<TracedOperation>();
  const untold = new Set<TracedOperation>();
  /** Operations that have ended, with their end times: their data is rendered next. */
  const settling = new Map<TracedOperation, number>();
  let shown = pageUrl();
  let popped: { path: string; atMs: number } | undefined;

  function begin(
    verb: string,
    kind: Operation["kind"],
    target: string | undefined,
    startTime = now(),
  ): TracedOperation {
    const attributes = {
      "react_router.kind": kind,
      ...(target && address.path(target, undefined)),
    };
    const span = tracer.startSpan(verb, { startTime, attributes }, ROOT_CONTEXT);
    const patterns = new Map(target ? [[target, undefined]] : []);
    const operation = { verb, kind, span, patterns, steps: 0, requested: [], reloaded: 0 };
    open.add(operation);
    return operation;
  }

  function end(
    operation: TracedOperation,
    pattern: string | undefined,
    error: Error | undefined,
    endTime = now(),
  ): void {
    open.delete(operation);
    shown = pageUrl();
    const route = pattern ?? [...operation.patterns.values()].at(-1);
    // No match: a jump within the page, or out of the application.
    if (route === undefined && !error) return;
    if (route !== undefined) nameBy(operation, asRoute(route));
    const [target] = operation.patterns.keys();
    if (target !== undefined && route !== undefined)
      operation.span.setAttributes(address.path(target, asRoute(route)));
    if (error) recordFailure(operation.span, error, address);
    else if (operation.failure !== undefined) fail(operation.span, operation.failure);
    tellReloading(operation);
    settling.set(operation, endTime);
    setTimeout(() => settle(operation), renderingMs);
  }

  function settle(operation: TracedOperation): void {
    const endTime = settling.get(operation);
    if (!settling.delete(operation)) return;
    if (operation.isPrefetched?.()) operation.span.setAttribute("react_router.prefetched", true);
    operation.span.end(endTime);
  }

  /**
   * A loader's error is recorded already; other thrown values that are not errors are responses.
   */
  function failRendering({ detail: error }: CustomEvent<unknown>): void {
    const operation = [...settling.keys(), ...open].at(-1);
    if (operation && operation.failure === undefined && error instanceof Error)
      recordFailure(operation.span, error, address);
  }

  addEventListener(routerErrorEvent, (event) => failRendering(event as CustomEvent<unknown>));
  // Before the outbox flushes.
  addEventListener("pagehide", () => [...settling.keys()].forEach(settle), true);

  /** A hash change within the page loads nothing. */
  function popState(): void {
    popped = pageUrl() === shown ? undefined : { path: location.pathname, atMs: now() };
    shown = pageUrl();
  }

  function forStep(path: string, pattern: string): TracedOperation {
    const pop = popped?.path === path ? popped : undefined;
    popped = undefined;
    const operation = pop
      ? beginUntold("history", path, pop.atMs)
      : (find(path) ?? beginUntold("revalidation", path));
    operation.patterns.set(path, pattern);
    operation.steps++;
    return operation;
  }

  function beginUntold(
    kind: "history" | "revalidation",
    path: string,
    startTime = now(),
  ): TracedOperation {
    const operation = begin(kind === "history" ? "history" : "revalidate", kind, path, startTime);
    untold.add(operation);
    return operation;
  }

  function endStep(operation: TracedOperation, kind: "loader" | "action"): void {
    operation.steps--;
    operation.ended = now();
    if (kind === "action") operation.actedAt = operation.ended;
    else if (operation.actedAt !== undefined) operation.reloaded++;
    if (!untold.has(operation)) return;
    // A redirect starts its own loaders a moment after the last of these.
    setTimeout(() => {
      if (operation.steps === 0 && untold.delete(operation))
        end(operation, undefined, undefined, operation.ended);
    });
  }

  const find = (path: string) => findOperation(open, path);
  return { popState, begin, end, find, forStep, endStep };
}

const pageUrl = () => location.pathname + location.search;

function nameBy({ verb, span }: TracedOperation, route: string): void {
  span.updateName(`${verb} ${route}`).setAttribute("http.route", route);
}

/** Loaders that a submission reran, and their duration since the action's response. */
function tellReloading({ span, actedAt, ended, reloaded }: TracedOperation): void {
  if (actedAt === undefined || ended === undefined || reloaded === 0) return;
  span.setAttributes({
    "react_router.revalidated_ms": ended - actedAt,
    "react_router.revalidated_loaders": reloaded,
  });
}

/** A server's error arrives without its stack, and the server has recorded it. */
export function recordFailure(span: Span, error: Error, shown: ShownAddress): void {
  if (error.name === "AbortError") return;
  const message = shown.text(error.message);
  fail(span, message);
  if (!error.stack) return;
  const attributes = {
    "exception.type": error.name,
    "exception.message": message,
    "exception.stacktrace": shown.text(error.stack),
  };
  span.addEvent("exception", attributes, now());
}

const fail = (span: Span, message: string) =>
  span.setStatus({ code: SpanStatusCode.ERROR, message });

/** The router handles a step's error: it shows an error boundary, and the navigation succeeds. */
export function failedIn(operation: TracedOperation, error: Error, shown: ShownAddress): void {
  if (error.name !== "AbortError") operation.failure ??= shown.text(error.message);
}

export const contextOf = ({ span }: TracedOperation) => trace.setSpan(ROOT_CONTEXT, span);
