import type { ServerBuild } from "react-router";

type Routes = ServerBuild["routes"];

/**
 * The routes of a build that may match a path: all, or those left after checking the second segment
 * of a project page.
 */
type RoutesFor = (pathname: string) => Routes;

/**
 * React Router tests pattern after pattern on each request, twice, and patterns that begin with a
 * parameter come last: 0.3 of the issue list's 8 ms went into other pages' patterns. For paths that
 * don't begin with the name of a page outside projects, this keeps only routes with the same second
 * segment or a parameter there. The match is unchanged: order and ranking stay, and unusually
 * written paths use all routes. Returns the same object for the same name.
 */
export function narrowedRoutes(routes: Routes, basePath: string): RoutesFor {
  const ends = Object.keys(routes).map((id) => ({
    branch: branchOf(id, routes),
    names: namesOf(id, routes),
  }));
  const first = new Set(ends.flatMap(({ names }) => names[0] ?? []).filter(isFixed));
  const second = new Set(
    ends.flatMap(({ names }) => (isFixed(names[0]) ? [] : (names[1] ?? []))).filter(isFixed),
  );
  const narrowed = new Map<string, Routes>();

  function narrow(name: string): Routes {
    const fitting = ends.filter(
      ({ names }) => !isFixed(names[0]) && (!isFixed(names[1]) || names[1] === name),
    );
    const kept = new Set(fitting.flatMap(({ branch }) => branch));
    return Object.fromEntries(Object.entries(routes).filter(([id]) => kept.has(id)));
  }

  return (pathname) => {
    if (isUnusual.test(pathname) || !pathname.startsWith(`${basePath}/`)) return routes;
    const path = pathname.slice(basePath.length + 1).toLowerCase();
    const [one = "", two = ""] = path.replace(/\.data$/, "").split("/", 2);
    if (one === "" || first.has(one)) return routes;
    const name = second.has(two) ? two : "";
    let mine = narrowed.get(name);
    if (!mine) narrowed.set(name, (mine = narrow(name)));
    return mine;
  };
}

/**
 * Percent signs, empty segments, and the router's names for data of `/` and of paths with a final
 * slash.
 */
const isUnusual = /%|\/\/|\/_[^/]*$/;

/** Neither a parameter nor a splat. */
const isFixed = (name: string | undefined): name is string =>
  name !== undefined && /^[^:*]+$/.test(name);

function branchOf(id: string, routes: Routes): string[] {
  const parentId = routes[id]?.parentId;
  return parentId === undefined ? [id] : [...branchOf(parentId, routes), id];
}

/** Only while positions are fixed: they are not after an optional segment. */
function namesOf(id: string, routes: Routes): string[] {
  const paths = branchOf(id, routes).flatMap((each) => routes[each]?.path ?? []);
  const names = paths
    .flatMap((path) => path.toLowerCase().split("/"))
    .filter((name) => name !== "");
  const optional = names.findIndex((name) => name.endsWith("?"));
  return optional < 0 ? names : names.slice(0, optional);
}
