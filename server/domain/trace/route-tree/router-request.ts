import type { Span } from "#server/domain/trace/span.ts";

/** What a browser asks a React Router server for, as its address tells. */
export type DataRequest = "navigation" | "fetch" | "submit";

/**
 * OpenTelemetry has no span for a navigation, only the request by which React Router loads the data
 * of a page (`/shop/cart.data`) or posts a form to it. One that names routes (`_routes`) loads a
 * part of a page: a fetcher, or a client loader that asks for its own. Undefined for any other
 * request.
 */
export function dataRequestOf(target: string, method: string | undefined): DataRequest | undefined {
  if (!dataPath.test(target)) return undefined;
  if (method !== undefined && method !== "GET" && method !== "HEAD") return "submit";
  return /[?&]_routes=/.test(target) ? "fetch" : "navigation";
}

/**
 * React Router's question for the routes behind the links of a page: made in the background, and
 * waited for by none.
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
