import type { NestedRoute } from "./route-nesting.ts";

/**
 * The full path pattern of each route, by ID, joined from the routes' own paths. A path with a
 * leading slash is already full, and a route without one (a layout, an index) has its parent's.
 * Empty if no span has a path.
 */
export function routePaths(routes: NestedRoute[]): Map<string, string> {
  const paths = new Map<string, string>();
  if (!routes.some(({ steps }) => steps.some(({ path }) => path !== undefined))) return paths;
  for (const { routeId, parentId, steps } of routes) {
    const own = steps.find(({ path }) => path !== undefined)?.path;
    const around = (parentId === undefined ? undefined : paths.get(parentId)) ?? "/";
    paths.set(routeId, own === undefined ? around : joined(around, own));
  }
  return paths;
}

const joined = (around: string, own: string): string =>
  own.startsWith("/") ? own : `${around === "/" ? "" : around}/${own}`;
