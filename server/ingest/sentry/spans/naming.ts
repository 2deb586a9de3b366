import { patternOfRoute } from "#server/domain/trace/path-pattern.ts";
import { normalizeRoute, routeOf } from "#server/domain/trace/route-tree/route-key.ts";
import type { Attributes } from "#server/domain/trace/span.ts";

const maxName = 1_000;

/** The route in a name marked as one: `GET /orders/:id` and `/orders/:id` are `/orders/:id`. */
export function routeInName(name: string, source: unknown): string | undefined {
  if (source !== "route") return undefined;
  const route = normalizeRoute(name.replace(/^[A-Z]{3,10} (?=\/|\w)/, ""));
  // Some SDKs mark the path itself: `/users/18`.
  return route?.startsWith("/") ? patternOfRoute(route) : route;
}

/**
 * The name of a segment. Browser SDKs since 11 call each one "Pageload" or "Navigation": its route,
 * or its path if no route is known, distinguishes it.
 */
export function segmentName(name: string, attributes: Attributes): string {
  if (!/^(?:pageload|navigation)$/i.test(name)) return name.slice(0, maxName);
  const path = attributes["url.path"];
  return (
    routeOf(attributes) ?? (typeof path === "string" && path !== "" ? path.slice(0, maxName) : name)
  );
}
