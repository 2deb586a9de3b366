import type { TraceId } from "#server/domain/ids.ts";
import type { AnalyzedTrace } from "#server/domain/trace/timing/analyze.ts";
import { isBrowser, isDocumentLoad } from "#server/domain/trace/browser-span.ts";
import { isDataRequest } from "./data-request.ts";
import { reportedRoute } from "#server/domain/trace/route-tree/entry-route.ts";
import type { Attributes, Span } from "#server/domain/trace/span.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";

/**
 * Why a trace lacks one side, as far as known. `late navigation`: its request is in the previous
 * trace. `early requests`: requests of following navigations. `no header`: a browser's request
 * without its trace. `lone load`: a page without a server.
 */
export type Unjoined =
  | { kind: "late navigation"; previous: TraceId; path: string; startedAt: number }
  | { kind: "early requests"; count: number }
  | { kind: "no header"; sdk: Sdk }
  | { kind: "lone load"; sdk: Sdk; route: string; startedAt: number; endedAt: number };

/** The note on the trace's page: text around a link, if the other part was found. */
export type UnjoinedNote = {
  before: string;
  link?: { traceId: TraceId; title: string };
  after: string;
};

export type Sdk = "sentry" | "opentelemetry";

export function unjoinedIn({ tree }: AnalyzedTrace): Unjoined[] {
  const { roots, nodes, originNs } = tree;
  const root = roots.find(({ place }) => place === "root");
  if (!root) return [];
  const { span } = root;
  if (span.kind === "server")
    return nodes.some((node) => isBrowser(node.span)) ? [] : withoutHeader(span);
  if (!isBrowser(span)) return [];
  const startedAt = Number(originNs / 1_000_000n) + root.startMs;
  if (isDocumentLoad(span) && !nodes.some((node) => node.span.kind === "server"))
    return loneLoad(span, startedAt, startedAt + root.endMs - root.startMs);
  return startsLate(span) ? [...lateNavigation(span, startedAt), ...earlyRequests(roots)] : [];
}

function withoutHeader({ attributes, parentSpanId, resource }: Span): Unjoined[] {
  const isAnswer =
    parentSpanId === undefined && isDataRequest(attributes) && !attributes["react_router.prefetch"];
  return isAnswer ? [{ kind: "no header", sdk: sdkOf(resource) }] : [];
}

function loneLoad(span: Span, startedAt: number, endedAt: number): Unjoined[] {
  const route = reportedRoute(span);
  return route === undefined
    ? []
    : [{ kind: "lone load", sdk: sdkOf(span.resource), route, startedAt, endedAt }];
}

const sdkOf = (resource: Attributes): Sdk =>
  String(resource["telemetry.sdk.name"] ?? "").startsWith("sentry") ? "sentry" : "opentelemetry";

/** Sentry's SDK for Remix starts a navigation in an effect of the page it led to. */
const startsLate = ({ attributes }: Span): boolean =>
  /^auto\.(?:navigation|pageload)\.remix$/.test(String(attributes["sentry.origin"]));

function lateNavigation({ attributes, links }: Span, startedAt: number): Unjoined[] {
  const previous = links.find(
    (link) => link.attributes["sentry.link.type"] === "previous_trace",
  )?.traceId;
  const path = pagePath(attributes);
  if (attributes["sentry.op"] !== "navigation" || previous === undefined || path === undefined)
    return [];
  return [{ kind: "late navigation", previous, path, startedAt }];
}

function earlyRequests(roots: TraceNode[]): Unjoined[] {
  const count = roots.filter(isEarlyRequest).length;
  return count > 0 ? [{ kind: "early requests", count }] : [];
}

const isEarlyRequest = ({ place, span }: TraceNode): boolean =>
  place === "orphan" && span.kind === "server" && isDataRequest(span.attributes);

/**
 * The request of a navigation in the previous trace: the last one for its page that started before
 * it.
 */
export function earlyRequestFor(
  { tree: { roots, originNs } }: AnalyzedTrace,
  { path, startedAt }: Extract<Unjoined, { kind: "late navigation" }>,
): Span | undefined {
  const untilMs = startedAt - Number(originNs / 1_000_000n) + longestTurnMs;
  return roots.findLast(
    (node) =>
      isEarlyRequest(node) && node.startMs <= untilMs && pagePath(node.span.attributes) === path,
  )?.span;
}

/** Between clocks of two machines. */
const longestTurnMs = 1_000;

/** The page path of a URL or data request. */
function pagePath(attributes: Attributes): string | undefined {
  const address = attributes["url.full"] ?? attributes["url.path"];
  const url = typeof address === "string" ? URL.parse(address, "http://localhost") : null;
  return url?.pathname.replace(/\.data$/, "").replace(/\/_(?:root)?$/, "/");
}
