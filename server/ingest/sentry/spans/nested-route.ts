import { patternOfTarget } from "#server/domain/trace/route-tree/entry-route.ts";
import { normaliseRoute, routeOf } from "#server/domain/trace/route-tree/route-key.ts";
import type { Attributes } from "#server/domain/trace/span.ts";

/** The SDKs for React Router and Remix, on requests and page loads. */
const nestedOrigin = /^auto\.(?:http|pageload)\.(?:otel\.)?(?:react_router|remix)\b/;

/**
 * The whole route of a request or page load: those SDKs name it by its innermost route's own path
 * (`cart` below `shop`), so the path tells what is around it. Undefined where the route is whole
 * already, or none of theirs.
 */
export function nestedRoute(attributes: Attributes, origin: unknown): string | undefined {
  const own = routeOf(attributes);
  if (own === undefined || own === "/" || !nestedOrigin.test(String(origin))) return undefined;
  const target = attributes["url.path"] ?? attributes["url.full"];
  if (typeof target !== "string") return undefined;
  const pattern = patternOfTarget(target.slice(0, 2_000));
  // Remix names its route discovery by a route that was asked about.
  if (pattern.endsWith("/__manifest")) return pattern;
  const path = pattern.split("/").slice(1);
  const route = own.split("/").slice(1);
  const outer = path.slice(0, path.length - route.length);
  if (outer.length === 0 || path.length <= route.length) return undefined;
  const isInnermost = route.every(
    (segment, at) => /^[:$*]/.test(segment) || segment === path[outer.length + at],
  );
  return isInnermost ? normaliseRoute(`/${[...outer, ...route].join("/")}`) : undefined;
}

/** `GET cart` and `/cart`, which end like the whole route, with that in their place. */
export function nameWithRoute(name: string, route: string): string {
  const [, method = "", own = ""] = /^([A-Z]{3,10} )?\/?(\S+)$/.exec(name) ?? [];
  return own !== "" && (route.endsWith(`/${own}`) || route.endsWith("/__manifest"))
    ? `${method}${route}`
    : name;
}
