import { isDocumentLoadBy } from "#server/domain/trace/browser-span.ts";
import { methodInName } from "#server/domain/trace/http-method.ts";
import { nameWithoutIds } from "#server/domain/trace/path-pattern.ts";
import { entryRoute } from "#server/domain/trace/route-tree/entry-route.ts";
import { reportedStep } from "#server/domain/trace/route-tree/route-step.ts";
import type { ScannedSpan, SpanWords } from "#server/domain/trace/terms/scanned-span.ts";
import type { Operation, OperationKind } from "./operation.ts";
import type { RouterAct } from "./router-acts.ts";

/** An operation that a span counts as, and its duration. */
type CountedOperation = Pick<Operation, "kind" | "route" | "method"> & { durationMs: number };

/**
 * The operation of a span, then additional ones (the later kinds of `operationKinds`). Most spans
 * have none: they are parts or calls of an operation.
 */
export function operationsOf(span: ScannedSpan, act?: RouterAct): readonly CountedOperation[] {
  const actOfSpan = act && actOf(span, act);
  const kind = actOfSpan?.kind ?? kindOf(span);
  if (kind === undefined) return none;
  const route = actOfSpan?.route ?? routeOf(span, kind);
  // React Router's lazy route discovery: not a route of the application.
  if (route.endsWith("/__manifest")) return none;
  const operation = { kind, route, method: methodOf(span, kind), durationMs: durationOf(span) };
  return span.words === undefined ? [operation] : withBesides(span.words, operation);
}

const fetcherOp = "function.react_router.fetcher";

/** A navigation that only loads is one; a fetcher is what it called. */
function actOf({ words }: ScannedSpan, act: RouterAct): RouterAct | undefined {
  if (words?.op === fetcherOp) return act;
  return words?.op === "navigation" && act.kind === "submit" ? act : undefined;
}

const none: readonly CountedOperation[] = [];

function kindOf(span: ScannedSpan): OperationKind | undefined {
  const { kind, name, words, isBrowser, parentSpanId } = span;
  if (kind === "client" || kind === "producer") return words?.dataRequest;
  const step =
    words && reportedStep(words.kind, words.op, words.routeId === undefined ? undefined : name);
  if (step) return step.isClient || isBrowser ? undefined : stepKind(step.kind);
  // Sentry's segments are marked as such; OpenTelemetry's flags tell where the parent ran.
  const isNested = parentSpanId !== undefined && span.parentIsRemote === false;
  if (isBrowser) return browserKind(span, isNested);
  if (kind === "server" || kind === "consumer") return isNested ? undefined : kind;
  // Browser events are stored as spans, too (ingest/otlp/browser-events.ts).
  return parentSpanId === undefined && !name.startsWith("browser.") ? "task" : undefined;
}

const stepKind = (kind: string): OperationKind | undefined =>
  kind === "loader" || kind === "action" ? kind : undefined;

function browserKind({ name, words }: ScannedSpan, isNested: boolean): OperationKind | undefined {
  if (name === "hydrate") return "hydration";
  if (isDocumentLoadBy(name, words?.op)) return isNested ? undefined : "document";
  switch (words?.kind) {
    // A navigation that posts is recognized by its name only (app/trace/recorder.ts).
    case "navigation":
      return name.startsWith("submit") ? "submit" : "navigation";
    case "history":
      return "navigation";
    case "fetcher-submit":
      return "submit";
    case "fetcher-load":
    case "revalidation":
      return "fetch";
  }
  if (words?.op === fetcherOp) return "fetch";
  return words?.op === "navigation" && !isNested ? "navigation" : undefined;
}

function withBesides(words: SpanWords, operation: CountedOperation): CountedOperation[] {
  const { kind } = operation;
  const { request, isPrefetch, isPrefetched, revalidatedMs } = words;
  const counted = [operation];
  const visit = { ...operation, method: undefined };
  if (kind === "server" && isPrefetch) counted.push({ ...visit, kind: "prefetch" });
  if (kind === "server" && !isPrefetch && request === "document")
    counted.push({ ...visit, kind: "page" });
  if (kind === "navigation" && isPrefetched) counted.push({ ...operation, kind: "prefetched" });
  if (kind === "submit" && revalidatedMs !== undefined)
    counted.push({ ...operation, kind: "revalidated", durationMs: revalidatedMs });
  return counted;
}

const durationOf = ({ startedAtNs, endedAtNs }: ScannedSpan): number =>
  Number(endedAtNs - startedAtNs) / 1e6;

const longestRoute = 200;

const methodOf = ({ method, name }: ScannedSpan, kind: OperationKind): string | undefined =>
  kind === "server" ? (method ?? methodInName(name)) : undefined;

function routeOf(span: ScannedSpan, kind: OperationKind): string {
  const { name, words } = span;
  // Named by a random key.
  if (words?.op === fetcherOp) return "fetcher";
  if (kind === "loader" || kind === "action")
    return (words?.routeId ?? name).slice(0, longestRoute);
  return entryRoute(span) ?? nameWithoutIds(name).slice(0, longestRoute);
}
