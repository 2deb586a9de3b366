import { patternOfRoute } from "#server/domain/trace/path-pattern.ts";
import { normaliseRoute, routeOf } from "#server/domain/trace/route-tree/route-key.ts";
import type { Attributes } from "#server/domain/trace/span.ts";

const maxName = 1_000;

/**
 * The route in a name that the SDK says is one: `GET /orders/:id` and `/orders/:id` are
 * `/orders/:id`.
 */
export function routeInName(name: string, source: unknown): string | undefined {
  if (source !== "route") return undefined;
  const route = normaliseRoute(name.replace(/^[A-Z]{3,10} (?=\/|\w)/, ""));
  // Some SDKs say so of the path itself: `/users/18`.
  return route?.startsWith("/") ? patternOfRoute(route) : route;
}

/**
 * What a segment is called. Browser SDKs since 11 call each one "Pageload" or "Navigation": the
 * page tells them apart (PROTOCOL C.1), by its route, or by its path where no route is known.
 */
export function segmentName(name: string, attributes: Attributes): string {
  if (!/^(?:pageload|navigation)$/i.test(name)) return name.slice(0, maxName);
  const path = attributes["url.path"];
  return (
    routeOf(attributes) ?? (typeof path === "string" && path !== "" ? path.slice(0, maxName) : name)
  );
}
