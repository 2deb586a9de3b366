import { wholeRoute } from "./route-id-path.ts";
import type { Attributes } from "#server/domain/trace/span.ts";

/** Attributes that name a route, the best first (PROTOCOL B.4). */
export const routeAttributes = [
  "http.route",
  "url.template",
  "react_router.route.pattern",
] as const;

/** The route pattern that a span tells, with a leading slash; undefined where it tells none. */
export function routeOf(attributes: Attributes): string | undefined {
  for (const name of routeAttributes) {
    const route = normaliseRoute(attributes[name]);
    if (route !== undefined) return wholeRoute(route, attributes["match.route.id"]);
  }
  return undefined;
}

/**
 * What a span's operation is told apart by within its service and kind: its route, else its name.
 */
export function routeKey(span: { name: string; attributes: Attributes }): string {
  return routeOf(span.attributes) ?? span.name;
}

/**
 * One route is written with and without its leading slash (React Router has none, servers have
 * one): with it, and with no slash at the end; what has been through here stays as it is. A
 * template that is a whole address is left as it is. Empty text is no route: nothing matched.
 */
export function normaliseRoute(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  const route = value.slice(0, 200);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(route)) return route;
  const slashed = route.startsWith("/") ? route : `/${route.slice(0, 199)}`;
  return slashed.endsWith("/") ? slashed.replace(/\/+$/, "") || "/" : slashed;
}
