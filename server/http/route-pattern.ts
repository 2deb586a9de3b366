import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { routeOf } from "#server/telemetry/route-place.ts";

/** The pattern of the page at a path below the base path: `/reset/:token`. Undefined if unknown. */
export type PatternOf = (path: string) => string | undefined;

type Routes = ServerBuild["routes"];

/** Replaces addresses in logs and reports: their values may grant access. */
export function routePatterns(routes: Routes): PatternOf {
  const tree = childrenOf(undefined, routes);
  return (path) => {
    const matches = isReadable(path) ? matchRoutes(tree, path.replace(/\.data$/, "")) : null;
    const parts =
      matches?.map(({ route }) => route.path?.replace(/^\/|\/$/g, "")).filter(Boolean) ?? [];
    return matches ? (routeOf(parts.join("/")) ?? "/") : undefined;
  };
}

function childrenOf(parentId: string | undefined, routes: Routes): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map((route) => {
      const { id, path, index } = route!;
      return index ? { id, path, index: true } : { id, path, children: childrenOf(id, routes) };
    });
}

/** The router throws on a path that it can't decode. */
function isReadable(path: string): boolean {
  try {
    return decodeURI(path) !== "";
  } catch {
    return false;
  }
}
