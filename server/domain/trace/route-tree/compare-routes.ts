import type { RouteRow, RouteTree } from "./route-tree.ts";

/** One route in two route trees; absent on a side where it did not run. */
export type ComparedRoute = {
  routeId: string;
  path?: string;
  depth: number;
  before?: RouteRow;
  after?: RouteRow;
  /** Difference in duration of its loader and action; a missing side counts as zero. */
  differenceMs: number;
};

/**
 * Two route trees aligned by route ID, in the order of the later one; a removed route stays below
 * its former parent.
 */
export function compareRouteTrees(
  before: RouteTree | undefined,
  after: RouteTree | undefined,
): ComparedRoute[] {
  const [rowsBefore, rowsAfter] = [byId(before), byId(after)];
  const order = [...rowsAfter.keys()];
  let place = -1;
  for (const routeId of rowsBefore.keys()) {
    const at = order.indexOf(routeId);
    if (at === -1) order.splice(++place, 0, routeId);
    else place = at;
  }
  return order.map((routeId) =>
    compareRows(routeId, rowsBefore.get(routeId), rowsAfter.get(routeId)),
  );
}

const byId = (tree: RouteTree | undefined): Map<string, RouteRow> =>
  new Map(tree?.rows.map((row) => [row.routeId, row]));

function compareRows(
  routeId: string,
  before: RouteRow | undefined,
  after: RouteRow | undefined,
): ComparedRoute {
  const { path, depth = 0 } = after ?? before ?? {};
  return {
    routeId,
    depth,
    ...(path !== undefined && { path }),
    ...(before && { before }),
    ...(after && { after }),
    differenceMs: (after?.durationMs ?? 0) - (before?.durationMs ?? 0),
  };
}
