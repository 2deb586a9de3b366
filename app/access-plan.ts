import type { RouteRule } from "#app/route-entry.ts";
import { access } from "#app/route-table.ts";
import type { Who } from "#server/domain/people/permission.ts";

/** The fields used from a route of React Router's build. */
export type BuiltRoute = {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  module: { default?: unknown; action?: unknown };
};
type BuiltRoutes = { readonly [routeId: string]: BuiltRoute | undefined };

/** Permissions required to open a page (the rules of all its routes) and to post to it. */
export type PageAccess = {
  read: Who[];
  /**
   * The action that handles a post: React Router selects an index route only with `?index` in the
   * URL.
   */
  post?: RouteRule["post"];
  indexPost?: RouteRule["post"];
  takesFiles?: true;
};

/** By pattern, as React Router passes it to middleware: `/:project/issues/:issue`. */
export type AccessPlan = ReadonlyMap<string, PageAccess>;

/**
 * Throws a message with the route's name if it has no rule, an action without a rule for posts, or
 * a rule without a route.
 */
export function planAccess(routes: BuiltRoutes, rules: typeof access = access): AccessPlan {
  const built = Object.values(routes).filter((route) => route !== undefined);
  for (const route of built) insist(route, rules[route.id]);
  const stale = Object.keys(rules).find((id) => !routes[id]);
  if (stale !== undefined)
    throw new Error(`app/route-table.ts has a rule for ${stale}, but that route does not exist.`);
  // An index follows the layout with the same pattern and replaces it, because it is the page that
  // opens.
  const ends = built
    .filter(({ id, path, index }) => path || index || id === "root")
    .toSorted(indexLast);
  return new Map(ends.map((end) => [patternOf(end, routes), pageOf(end, routes, rules)]));
}

function insist({ id, module }: BuiltRoute, rule: RouteRule | undefined): void {
  if (!rule)
    throw new Error(`The route ${id} has no rule: say in app/route-table.ts who may open it.`);
  if ((module.action !== undefined) !== (rule.post !== undefined))
    throw new Error(
      `The route ${id} has an action and no rule for posts in app/route-table.ts, or a rule and no action.`,
    );
}

const indexLast = (a: BuiltRoute, b: BuiltRoute) =>
  Number(a.index ?? false) - Number(b.index ?? false);

function pageOf(end: BuiltRoute, routes: BuiltRoutes, rules: typeof access): PageAccess {
  const branch = branchOf(end, routes);
  const read = [...new Set(branch.map(({ id }) => rules[id]!.read))];
  // Same as React Router's `getTargetMatch`; a route without a component always handles the post
  // itself.
  const target =
    end.module.default === undefined
      ? end
      : branch.findLast(({ path, id }) => path || id === "root")!;
  const { post } = rules[target.id]!;
  const indexPost = end.index ? rules[end.id]!.post : post;
  const takesFiles = rules[target.id]!.takesFiles && { takesFiles: true as const };
  return {
    read,
    ...takesFiles,
    ...(post !== undefined && { post }),
    ...(indexPost !== undefined && { indexPost }),
  };
}

/** From the root to the route. */
function branchOf(end: BuiltRoute, routes: BuiltRoutes): BuiltRoute[] {
  const parent = end.parentId === undefined ? undefined : routes[end.parentId];
  return parent ? [...branchOf(parent, routes), end] : [end];
}

function patternOf(end: BuiltRoute, routes: BuiltRoutes): string {
  const paths = branchOf(end, routes).flatMap(({ path }) => path || []);
  const joined = paths.join("/");
  // React Router starts top-level patterns with a slash, except the catch-all.
  return joined === "" ? "/" : joined;
}
