/**
 * The path pattern that a route ID stands for by Remix's file conventions:
 * `routes/shop.product.$id` is `/shop/product/:id`. Remix's spans say the route's ID, and of its
 * path only the last part. Undefined for an ID that is no file in `routes`.
 */
export function pathOfRouteId(routeId: string): string | undefined {
  if (routeId === "root") return "/";
  const file = /^routes\/(.{1,300})$/.exec(routeId)?.[1];
  if (file === undefined) return undefined;
  const parts = segmentsOf(file.replace(/\/(?:route|index)$/, "")).map(patternOf);
  return `/${parts.filter((part) => part !== undefined).join("/")}`;
}

/**
 * The route that a Remix request matched, whole: its spans name the innermost part alone (`cart` of
 * `/shop/cart`). Any other route stays as it is.
 */
export function wholeRoute(route: string, routeId: unknown): string {
  const whole = typeof routeId === "string" ? pathOfRouteId(routeId) : undefined;
  return whole?.endsWith(route) === true ? whole : route;
}

/** At dots and slashes outside brackets, which keep them: `sitemap[.]xml` is one segment. */
const segmentsOf = (file: string): string[] => file.match(/(?:\[[^\]]*\]|[^./[])+/g) ?? [];

/**
 * Undefined for a segment that adds nothing to the address: an index or a layout without a path.
 */
function patternOf(segment: string): string | undefined {
  if (segment === "index" || segment.startsWith("_")) return undefined;
  const optional = /^\((.*)\)$/.exec(segment)?.[1];
  if (optional !== undefined) return `${patternOf(optional) ?? ""}?`;
  if (segment === "$") return "*";
  const name = segment.replace(/_$/, "").replaceAll(/\[([^\]]*)\]/g, "$1");
  return name.startsWith("$") ? `:${name.slice(1)}` : name;
}

/**
 * Of these routes the one that a route is in by its ID: `routes/shop` for `routes/shop.cart` and
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
