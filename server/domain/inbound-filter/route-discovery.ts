import { isBrowser } from "#server/domain/trace/browser-span.ts";
import type { Span } from "#server/domain/trace/span.ts";

/** Bytes that every route discovery contains: parts without them are not decoded. */
export const discoveryWords: readonly string[] = ["/__manifest"];

/**
 * The lazy route discovery of React Router and Remix, on by default: the browser asks for the
 * routes behind a page's links. Not a route of the application, whatever its SDK sends:
 * OpenTelemetry's for Express sends `/`, Sentry's for Remix the route of the last link. In a
 * browser, it is part of what it delayed, and dropped if it is a separate trace.
 */
export function isRouteDiscovery(span: Span): boolean {
  const isPart = span.parentSpanId !== undefined && isBrowser(span);
  return !isPart && pathOf(span).endsWith("/__manifest");
}

function pathOf({ name, attributes }: Span): string {
  const { "url.path": path, "url.full": full, "http.target": target, "http.url": url } = attributes;
  const said = [path, full, target, url].find((each) => typeof each === "string") ?? name;
  return said.slice(0, 2_000).split(/[?#]/, 1)[0]!;
}
