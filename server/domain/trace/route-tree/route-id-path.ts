/**
 * The path pattern of a route ID by Remix's file conventions: `routes/shop.product.$id` is
 * `/shop/product/:id`. Remix's spans have the route's ID, but only the last part of its path.
 * Undefined for an ID that is not a file in `routes`.
 */
export function pathOfRouteId(routeId: string): string | undefined {
  if (routeId === "root") return "/";
  const file = /^routes\/(.{1,300})$/.exec(routeId)?.[1];
  if (file === undefined) return undefined;
  const parts = segmentsOf(file.replace(/\/(?:route|index)$/, "")).map(patternOf);
  return `/${parts.filter((part) => part !== undefined).join("/")}`;
}

/**
 * The full route of a Remix request: its spans have only the innermost part (`cart` of
 * `/shop/cart`). Other routes are unchanged.
 */
export function wholeRoute(route: string, routeId: unknown): string {
  const whole = typeof routeId === "string" ? pathOfRouteId(routeId) : undefined;
  return whole?.endsWith(route) === true ? whole : route;
}

/** Splits at dots and slashes outside brackets: `sitemap[.]xml` is one segment. */
const segmentsOf = (file: string): string[] => file.match(/(?:\[[^\]]*\]|[^./[])+/g) ?? [];

/** Undefined for a segment that is not in the URL: an index or a layout without a path. */
function patternOf(segment: string): string | undefined {
  if (segment === "index" || segment.startsWith("_")) return undefined;
  const optional = /^\((.*)\)$/.exec(segment)?.[1];
  if (optional !== undefined) return `${patternOf(optional) ?? ""}?`;
  if (segment === "$") return "*";
  const name = segment.replace(/_$/, "").replaceAll(/\[([^\]]*)\]/g, "$1");
  return name.startsWith("$") ? `:${name.slice(1)}` : name;
}

/**
 * The parent of a route among these by its ID: `routes/shop` for `routes/shop.cart` and
 * `routes/shop/cart`.
 */
export function parentById(routeId: string, others: ReadonlySet<string>): string | undefined {
  for (let end = lastSeparator(routeId); end > 0; end = lastSeparator(routeId.slice(0, end))) {
    const outer = routeId.slice(0, end);
    if (others.has(outer)) return outer;
  }
  return undefined;
}

const lastSeparator = (routeId: string): number =>
  Math.max(routeId.lastIndexOf("."), routeId.lastIndexOf("/"));
