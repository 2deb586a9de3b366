import { barOn, axisOf, type Bar } from "#server/domain/trace/axis.ts";
import type { RouteRow, RouteTree } from "#server/domain/trace/route-tree.ts";
import { durationText } from "./duration.ts";

/** A route tree as it is drawn: plain data, bars as fractions of the one axis. */
export type ShownRouteTree = Pick<RouteTree, "spanId" | "name" | "isNavigation" | "route" | "missing"> & {
  rows: ShownRoute[];
};

export type ShownRoute = Pick<RouteRow, "routeId" | "path" | "depth" | "spanId" | "status" | "why"> & {
  bars: (Bar & { tone: "server" | "client" | "failed" })[];
  time: string;
  /** What ran for it: `middleware auth, loader`. Absent where its name says so. */
  ran?: string;
  /** Absent where nothing waited for this route alone. */
  blocked?: string;
  /** True for the route that held up the response longest. */
  isSlowest?: true;
};

export function shownRouteTree({ spanId, name, isNavigation, route, missing, rows, shown }: RouteTree): ShownRouteTree {
  const axis = axisOf(shown);
  const mostMs = Math.max(0, ...rows.map(({ blockedMs }) => blockedMs));
  return { spanId, name, isNavigation, route, missing, rows: rows.map(shownRoute) };

  function shownRoute(row: RouteRow): ShownRoute {
    const { path, depth, status, why } = row;
    const routeId = shownId(row);
    const ran = ranOf(row);
    return {
      ...{ routeId, path, depth, status, why, spanId: row.spanId, ...(ran !== "" && { ran }) },
      bars: barsOf(row),
      time: row.spanId === undefined ? "" : durationText(row.durationMs),
      blocked: row.blockedMs > 0 ? durationText(row.blockedMs) : undefined,
      ...(mostMs > 0 && row.blockedMs === mostMs && { isSlowest: true as const }),
    };
  }

  function barsOf({ steps, startMs, durationMs, status, spanId: ran }: RouteRow): ShownRoute["bars"] {
    const whole = { isClient: false, failed: status === "error", startMs, durationMs };
    const drawn = steps.length > 0 || ran === undefined ? steps : [whole];
    return drawn.flatMap(({ isClient, failed, startMs: fromMs, durationMs: lasted }) => {
      const bar = barOn(axis, { fromMs, toMs: fromMs + lasted });
      return bar ? [{ ...bar, tone: failed ? "failed" : isClient ? "client" : "server" }] : [];
    });
  }
}

/** Below its pattern, `/shop loader 2 of 4` is `loader 2 of 4`. */
const shownId = ({ routeId, depth }: RouteRow): string =>
  depth === 0 ? routeId : (/ ((?:loader|action)(?: \d+ of \d+)?)$/.exec(routeId)?.[1] ?? routeId);

/** Each kind once, the server's first: a navigation and its redirect run a route's middleware twice. */
function ranOf({ steps, routeId }: RouteRow): string {
  const ordered = steps.toSorted((a, b) => Number(a.isClient) - Number(b.isClient) || a.startMs - b.startMs);
  const names = ordered.map(({ kind, name, isClient }) =>
    [...(isClient ? ["client"] : []), kind, ...(name === undefined ? [] : [name])].join(" "),
  );
  return [...new Set(names)].filter((name) => !routeId.includes(` ${name}`)).join(", ");
}
