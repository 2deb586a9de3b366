import { patternOfTarget } from "#server/domain/trace/route-tree/entry-route.ts";
import { normalizeRoute, routeOf } from "#server/domain/trace/route-tree/route-key.ts";
import type { Attributes } from "#server/domain/trace/span.ts";

/** The SDKs for React Router and Remix, on requests and page loads. */
const nestedOrigin = /^auto\.(?:http|pageload)\.(?:otel\.)?(?:react_router|remix)\b/;

/**
 * The full route of a request or page load: those SDKs send the innermost route's own path (`cart`
 * below `shop`), and the path has the rest. Undefined if the route is complete already, or not from
 * these SDKs.
 */
export function nestedRoute(attributes: Attributes, origin: unknown): string | undefined {
  const own = routeOf(attributes);
  if (own === undefined || own === "/" || !nestedOrigin.test(String(origin))) return undefined;
  const target = attributes["url.path"] ?? attributes["url.full"];
  if (typeof target !== "string") return undefined;
  const pattern = patternOfTarget(target.slice(0, 2_000));
  // Remix names its route discovery after a requested route.
  if (pattern.endsWith("/__manifest")) return pattern;
  const path = pattern.split("/").slice(1);
  const route = own.split("/").slice(1);
  const outer = path.slice(0, path.length - route.length);
  if (outer.length === 0 || path.length <= route.length) return undefined;
  const isInnermost = route.every(
    (segment, at) => /^[:$*]/.test(segment) || segment === path[outer.length + at],
  );
  return isInnermost ? normalizeRoute(`/${[...outer, ...route].join("/")}`) : undefined;
}

/** Replaces `GET cart` and `/cart`, which end like the full route, by it. */
export function nameWithRoute(name: string, route: string): string {
  const [, method = "", own = ""] = /^([A-Z]{3,10} )?\/?(\S+)$/.exec(name) ?? [];
  return own !== "" && (route.endsWith(`/${own}`) || route.endsWith("/__manifest"))
    ? `${method}${route}`
    : name;
}
