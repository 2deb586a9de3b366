import { wholeRoute } from "./route-id-path.ts";
import type { Attributes } from "#server/domain/trace/span.ts";

/** Attributes that name a route, best first (OpenTelemetry's semantic conventions). */
export const routeAttributes = [
  "http.route",
  "url.template",
  "react_router.route.pattern",
] as const;

/** A span's route pattern, with a leading slash; undefined if it has none. */
export function routeOf(attributes: Attributes): string | undefined {
  for (const name of routeAttributes) {
    const route = normalizeRoute(attributes[name]);
    if (route !== undefined) return wholeRoute(route, attributes["match.route.id"]);
  }
  return undefined;
}

/** Identifies a span's operation within its service and kind: its route, otherwise its name. */
export function routeKey(span: { name: string; attributes: Attributes }): string {
  return routeOf(span.attributes) ?? span.name;
}

/**
 * Routes are sent with and without a leading slash (React Router has none, servers have one):
 * normalized to have it, and no slash at the end. Idempotent. A template that is a whole URL is
 * unchanged. Empty text is no route: nothing matched.
 */
export function normalizeRoute(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  const route = value.slice(0, 200);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(route)) return route;
  const slashed = route.startsWith("/") ? route : `/${route.slice(0, 199)}`;
  return slashed.endsWith("/") ? slashed.replace(/\/+$/, "") || "/" : slashed;
}
