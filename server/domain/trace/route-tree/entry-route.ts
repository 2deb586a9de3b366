import { fileEnding } from "#server/domain/trace/listing/asset-request.ts";
import { pathInName, patternOfPath, patternOfRoute } from "#server/domain/trace/path-pattern.ts";
import { isBrowser } from "#server/domain/trace/browser-span.ts";
import { normalizeRoute, routeOf } from "./route-key.ts";
import type { Span } from "#server/domain/trace/span.ts";
import type { ScannedSpan } from "#server/domain/trace/terms/scanned-span.ts";

type Entry = Pick<ScannedSpan, "name" | "kind" | "route" | "pathPattern" | "isBrowser"> & {
  words?: Pick<NonNullable<ScannedSpan["words"]>, "op" | "nameSource"> | undefined;
};

/**
 * The route of a request or page load: from the span unless it is a catch-all, otherwise from its
 * name, otherwise the pattern of its path. Undefined without these, and for other work.
 */
export function entryRoute(span: Entry): string | undefined {
  if (isCatchAll(span.route) && span.pathPattern !== undefined) return span.pathPattern;
  return (
    pageOf(span.route) ?? routeInName(span) ?? (isNamedByPath(span) ? span.pathPattern : undefined)
  );
}

/**
 * Whether a server's route is a catch-all, as in Express for a React Router application: it says
 * nothing about the page.
 */
export const isCatchAll = (route: string | undefined): boolean =>
  route !== undefined && catchAll.test(route);

const catchAll = /^\/(?:\{?\*\w*\}?|\(\.\*\))?$/;

/** A possible mount path of static files: a path of a few words, not a pattern. */
export const mayBeMount = (route: string): boolean => mount.test(route);

const mount = /^(?:\/[\w.-]+){1,3}$/;

/**
 * The requested file below such a path: Express sends `/assets` as the route of all files in it.
 */
export const servedFile = ({ kind, route, pathPattern }: Entry): string | undefined =>
  kind === "server" &&
  route !== undefined &&
  pathPattern?.startsWith(`${route}/`) &&
  fileEnding.test(pathPattern)
    ? pathPattern
    : undefined;

/**
 * The same for a span's own fields, for spans that entered their process. Used both for indexing
 * and for searching.
 */
export function reportedRoute(span: Span): string | undefined {
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

/** Whether a scanned span may have a route without an attribute. */
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
 * `GET /orders/:id`, as servers name spans, and `/orders/7`, as browsers name pages, contain a
 * route.
 */
function routeInName({ name, words }: Entry): string | undefined {
  const path = pageOf(normalizeRoute(pathInName(name)));
  if (path === undefined) return undefined;
  return words?.nameSource === "url" ? patternOfPath(path) : patternOfRoute(path);
}

/** A name set in a Sentry SDK (`source: "custom"`, `"component"`) is better than a path. */
function isNamedByPath({ kind, isBrowser, words }: Entry): boolean {
  if (!(kind === "server" || isBrowser)) return false;
  return words?.nameSource === undefined || words.nameSource === "url";
}

/** The pattern of a path, with or without its query, or of a URL. */
export function patternOfTarget(target: string): string {
  const path = pathInName(target) ?? "/";
  return patternOfPath(pageOf(path)!);
}

/**
 * React Router requests a page's data at the page's path plus `.data`; for the root, at `/_.data`.
 */
function pageOf(route: string | undefined): string | undefined {
  if (!route?.endsWith(".data")) return route;
  const page = route.slice(0, -".data".length);
  return /\/_(?:root)?$/.test(page)
    ? normalizeRoute(page.slice(0, page.lastIndexOf("/") + 1))
    : page;
}
