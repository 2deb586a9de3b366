import { isBrowser } from "#server/domain/trace/browser-span.ts";
import type { Span } from "#server/domain/trace/span.ts";

/**
 * Bytes without which no span of a part can be a route discovery: parts that have none are not
 * decoded.
 */
export const discoveryWords: readonly string[] = ["/__manifest"];

/**
 * React Router's and Remix's lazy route discovery, their default: the browser asks which routes are
 * behind the links of a page. It is no route of the application, whatever route its SDK says:
 * OpenTelemetry's for Express says `/`, Sentry's for Remix the route of the last link. In a browser
 * it is part of what it delayed, and left out where it is a trace of its own.
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
