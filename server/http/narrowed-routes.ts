import type { ServerBuild } from "react-router";

type Routes = ServerBuild["routes"];

/**
 * Which of a build's routes may answer a path: all of them, or as many as the second segment of a
 * project's page leaves.
 */
type RoutesFor = (pathname: string) => Routes;

/**
 * React Router tries pattern after pattern on each request, twice, and those that begin with a
 * parameter come last: 0.3 ms of the issue list's 8 went into patterns of other pages. So whose
 * path begins with no name of a page outside of projects is shown those of its second name alone,
 * and those in which anything may be there. What answers is what would have: order and rank are
 * kept, and what is written in an unusual way meets all of them. The same object each time for the
 * same name.
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
 * Percent signs, empty segments, the router's own names for data of `/` and of paths that end in a
 * slash.
 */
const isUnusual = /%|\/\/|\/_[^/]*$/;

/** Neither a parameter nor the rest of the path. */
const isFixed = (name: string | undefined): name is string =>
  name !== undefined && /^[^:*]+$/.test(name);

function branchOf(id: string, routes: Routes): string[] {
  const parentId = routes[id]?.parentId;
  return parentId === undefined ? [id] : [...branchOf(parentId, routes), id];
}

/** While their positions are fixed: after something optional they are not. */
function namesOf(id: string, routes: Routes): string[] {
  const paths = branchOf(id, routes).flatMap((each) => routes[each]?.path ?? []);
  const names = paths
    .flatMap((path) => path.toLowerCase().split("/"))
    .filter((name) => name !== "");
  const optional = names.findIndex((name) => name.endsWith("?"));
  return optional < 0 ? names : names.slice(0, optional);
}
