import { fileEnding } from "#server/domain/trace/listing/asset-request.ts";
import { pathInName, patternOfPath, patternOfRoute } from "#server/domain/trace/path-pattern.ts";
import { isBrowser } from "#server/domain/trace/browser-span.ts";
import { normaliseRoute, routeOf } from "./route-key.ts";
import type { Span } from "#server/domain/trace/span.ts";
import type { ScannedSpan } from "#server/domain/trace/terms/scanned-span.ts";

type Entry = Pick<ScannedSpan, "name" | "kind" | "route" | "pathPattern" | "isBrowser"> & {
  words?: Pick<NonNullable<ScannedSpan["words"]>, "op" | "nameSource"> | undefined;
};

/**
 * The route of a request or page load: as the span tells it, unless that is a handler for
 * everything, else in its name, else the pattern of its path. Undefined where it has none of these,
 * and of any other work.
 */
export function entryRoute(span: Entry): string | undefined {
  if (isCatchAll(span.route) && span.pathPattern !== undefined) return span.pathPattern;
  return (
    pageOf(span.route) ?? routeInName(span) ?? (isNamedByPath(span) ? span.pathPattern : undefined)
  );
}

/**
 * Whether a server's route is the one of a handler for everything, as Express has it for a React
 * Router application: it says nothing of the page.
 */
export const isCatchAll = (route: string | undefined): boolean =>
  route !== undefined && catchAll.test(route);

const catchAll = /^\/(?:\{?\*\w*\}?|\(\.\*\))?$/;

/** Where files may be served below: a path of a few words, no pattern. */
export const mayBeMount = (route: string): boolean => mount.test(route);

const mount = /^(?:\/[\w.-]+){1,3}$/;

/**
 * The file that a request asked for below such a path: Express names `/assets` as the route of all
 * files in it.
 */
export const servedFile = ({ kind, route, pathPattern }: Entry): string | undefined =>
  kind === "server" &&
  route !== undefined &&
  pathPattern?.startsWith(`${route}/`) &&
  fileEnding.test(pathPattern)
    ? pathPattern
    : undefined;

/**
 * The same of a span's own fields, of those that entered their process. What the scan indexes and
 * what a search compares are both this.
 */
export function routeSaid(span: Span): string | undefined {
  const { name, kind, attributes, parentSpanId, parentIsRemote } = span;
  const route = routeOf(attributes);
  const isNested = parentSpanId !== undefined && parentIsRemote === false;
  if (isNested || (route !== undefined && !isCatchAll(route))) return route;
  const isOfBrowser = isBrowser(span);
  if (kind !== "server" && !(isOfBrowser && kind === "internal")) return route;
  const target = attributes["url.path"] ?? attributes["http.target"] ?? attributes["url.full"];
  const source = attributes["sentry.source"] ?? attributes["sentry.segment.name.source"];
  const pathPattern =
    typeof target === "string" && target !== ""
      ? patternOfTarget(target.slice(0, 2_000))
      : undefined;
  const words = { op: undefined, nameSource: typeof source === "string" ? source : undefined };
  return entryRoute({ name, kind, route, pathPattern, isBrowser: isOfBrowser, words });
}

/** Whether the scan's reading of a span may have a route that no attribute names. */
export const mayDeriveRoute = ({
  route,
  kind,
  isBrowser: isOfBrowser,
  parentSpanId,
  parentIsRemote,
}: ScannedSpan): boolean =>
  (route === undefined || isCatchAll(route)) &&
  (kind === "server" || (isOfBrowser && kind === "internal")) &&
  !(parentSpanId !== undefined && parentIsRemote === false);

/**
 * `GET /orders/:id`, as servers name their spans, and `/orders/7`, as browsers name pages, tell a
 * route.
 */
function routeInName({ name, words }: Entry): string | undefined {
  const path = pageOf(normaliseRoute(pathInName(name)));
  if (path === undefined) return undefined;
  return words?.nameSource === "url" ? patternOfPath(path) : patternOfRoute(path);
}

/** A name that a Sentry SDK was given (`source: "custom"`, `"component"`) is better than a path. */
function isNamedByPath({ kind, isBrowser, words }: Entry): boolean {
  if (!(kind === "server" || isBrowser)) return false;
  return words?.nameSource === undefined || words.nameSource === "url";
}

/** The pattern of a path, with or without its query, or of an address. */
export function patternOfTarget(target: string): string {
  const path = pathInName(target) ?? "/";
  return patternOfPath(pageOf(path)!);
}

/**
 * React Router asks for a page's data at the page's path with `.data` behind it, at `/_.data` for
 * the root.
 */
function pageOf(route: string | undefined): string | undefined {
  if (!route?.endsWith(".data")) return route;
  const page = route.slice(0, -".data".length);
  return /\/_(?:root)?$/.test(page)
    ? normaliseRoute(page.slice(0, page.lastIndexOf("/") + 1))
    : page;
}
