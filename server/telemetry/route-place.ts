import type { Attributes } from "@opentelemetry/api";

/**
 * A React Router build's `routes`, or an object that states each route's parent and whether it has
 * a page.
 */
export type RouteTree = { [id: string]: TreeRoute | undefined };

type TreeRoute = {
  id: string;
  parentId?: string | undefined;
  path?: string | undefined;
  /** The exports of the route's file. */
  module?: object | undefined;
};

type Route = { id: string; path: string | undefined; index: boolean | undefined };

/**
 * A route's position as span attributes. Parent and depth (root is 0) are only set if a tree is
 * known.
 */
export function placeOf({ id, path, index }: Route, tree: RouteTree | undefined): Attributes {
  const place: Attributes = { "react_router.route.id": id };
  if (path) place["react_router.route.path"] = path;
  if (index) place["react_router.route.index"] = true;
  const parentId = tree?.[id]?.parentId;
  if (parentId !== undefined) place["react_router.route.parent_id"] = parentId;
  if (tree?.[id]) place["react_router.route.depth"] = depthOf(id, tree);
  return place;
}

function depthOf(id: string, tree: RouteTree): number {
  const parentId = tree[id]?.parentId;
  return parentId === undefined ? 0 : 1 + depthOf(parentId, tree);
}

/**
 * The paths of a route and its parents, joined like React Router does: `shop/:product`, "" for the
 * index.
 */
export function patternOf(id: string, tree: RouteTree): string {
  const { parentId, path = "" } = tree[id] ?? {};
  const above = parentId === undefined ? "" : patternOf(parentId, tree);
  return [above, path.replace(/^\/|\/$/g, "")].filter((part) => part !== "").join("/");
}

/**
 * React Router returns `/` for the index, other patterns without a leading slash, and "" if nothing
 * matched.
 */
export function routeOf(pattern: string | undefined): string | undefined {
  if (!pattern) return undefined;
  return pattern.startsWith("/") ? pattern : `/${pattern}`;
}
