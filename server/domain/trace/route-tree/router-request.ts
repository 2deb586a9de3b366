import type { Span } from "#server/domain/trace/span.ts";

/** Kind of a browser's request to a React Router server, by its URL. */
export type DataRequest = "navigation" | "fetch" | "submit";

/**
 * OpenTelemetry has no span for a navigation, only the request with which React Router loads a
 * page's data (`/shop/cart.data`) or posts a form to it. A request that names routes (`_routes`)
 * loads a part of a page: a fetcher, or a client loader. Undefined for other requests.
 */
export function dataRequestOf(target: string, method: string | undefined): DataRequest | undefined {
  if (!dataPath.test(target)) return undefined;
  if (method !== undefined && method !== "GET" && method !== "HEAD") return "submit";
  return /[?&]_routes=/.test(target) ? "fetch" : "navigation";
}

/**
 * React Router's background request for the routes behind a page's links, for which nothing waits.
 */
export const isRouteDiscovery = ({
  kind,
  attributes,
}: Pick<Span, "kind" | "attributes">): boolean =>
  kind === "client" &&
  /\/__manifest(?:\?|$)/.test(String(attributes["url.full"] ?? attributes["url.path"] ?? ""));

const dataPath = /^[^?#]*\.data(?:[?#]|$)/;

/** Instrumentations of a browser's own requests. */
export const isBrowserFetchScope = (name: string | undefined): boolean =>
  name === "@opentelemetry/instrumentation-fetch" ||
  name === "@opentelemetry/instrumentation-xml-http-request";
