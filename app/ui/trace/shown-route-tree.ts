import {
  type Axis,
  axisOf,
  type Bar,
  barOn,
  type Tick,
} from "#server/domain/trace/waterfall/axis.ts";
import type {
  RouteRow,
  RouteTree,
  RowCall,
  RowStep,
} from "#server/domain/trace/route-tree/route-tree.ts";
import { durationText } from "#app/ui/format/duration.ts";

/** A route tree for rendering: plain data, with bars as fractions of one axis. */
export type ShownRouteTree = Pick<
  RouteTree,
  "spanId" | "name" | "isNavigation" | "route" | "missing"
> & {
  ticks: Tick[];
  rows: ShownRoute[];
  /** When only the slowest route was pending, and a text for it. */
  pending?: { bars: Bar[]; text: string };
  /** Start of the first loader, and time of the response, if a server reported them. */
  sent?: { from: number; to: number };
};

export type ShownRoute = Pick<
  RouteRow,
  "routeId" | "path" | "depth" | "spanId" | "status" | "why"
> & {
  bars: (Bar & { tone: "server" | "client" | "failed" | CallTone; text?: string })[];
  time: string;
  /** What ran: `middleware auth, loader`. Absent if its name contains it. */
  ran?: string;
  /** True for the route that delayed the response longest. */
  isSlowest?: true;
};

type CallTone = `to-${RowCall["to"]}`;

export function shownRouteTree(tree: RouteTree): ShownRouteTree {
  const { spanId, name, isNavigation, route, missing, rows, shown, response } = tree;
  const from = Math.min(shown.fromMs, response?.fromMs ?? Infinity);
  const to = Math.max(shown.toMs, response?.toMs ?? 0);
  const axis = axisOf({ fromMs: from, toMs: response ? to + labelShare * (to - from) : to });
  const slowest = rows.reduce(
    (most, row) => (row.blockedMs > most.blockedMs ? row : most),
    rows[0]!,
  );
  const held = rows.length > 1 && slowest.blockedMs > 0 ? slowest : undefined;
  return {
    spanId,
    name,
    isNavigation,
    route,
    missing,
    ticks: axis.ticks,
    rows: rows.map((row) => shownRoute(axis, row, row === held)),
    ...(held && { pending: pendingOf(axis, held) }),
    ...(response && { sent: { from: atOf(axis, shown.fromMs), to: atOf(axis, response.toMs) } }),
  };
}

/** Space for the label after the response. */
const labelShare = 0.22;

function pendingOf(axis: Axis, row: RouteRow): NonNullable<ShownRouteTree["pending"]> {
  const bars = row.alone.flatMap((stretch) => barOn(axis, stretch) ?? []);
  return { bars, text: `Only ${shownId(row)} pending: ${durationText(row.blockedMs)}` };
}

const atOf = ({ fromMs, toMs }: Axis, ms: number): number =>
  Math.min(1, Math.max(0, (ms - fromMs) / (toMs - fromMs)));

function shownRoute(axis: Axis, row: RouteRow, isSlowest: boolean): ShownRoute {
  const { path, depth, status } = row;
  const why = row.why === "ok" ? "Not blocking" : row.why;
  const ran = ranOf(row);
  return {
    routeId: shownId(row),
    path,
    depth,
    status,
    why,
    spanId: row.spanId,
    ...(ran !== "" && { ran }),
    bars: barsOf(axis, row),
    time: row.spanId === undefined ? "" : durationText(row.durationMs),
    ...(isSlowest && { isSlowest: true as const }),
  };
}

/** The steps, with the calls they waited for on top. */
function barsOf(
  axis: Axis,
  { steps, startMs, durationMs, status, spanId: ran }: RouteRow,
): ShownRoute["bars"] {
  const whole = { isClient: false, failed: status === "error", startMs, durationMs, calls: [] };
  const drawn = steps.length > 0 || ran === undefined ? steps : [whole];
  const bars = drawn.flatMap((step): ShownRoute["bars"] => {
    const bar = barOn(axis, { fromMs: step.startMs, toMs: step.startMs + step.durationMs });
    return bar
      ? [{ ...bar, tone: toneOf(step) }, ...step.calls.flatMap((call) => callBar(axis, call))]
      : [];
  });
  return withoutOverlaps(bars);
}

/** A label is as wide as its bar: among simultaneous calls, the longest gets one. */
function withoutOverlaps(bars: ShownRoute["bars"]): ShownRoute["bars"] {
  const labeled: Bar[] = [];
  for (const bar of bars
    .filter(({ text }) => text !== undefined)
    .toSorted((a, b) => b.width - a.width))
    if (labeled.every(({ at, width }) => bar.at >= at + width || bar.at + bar.width <= at))
      labeled.push(bar);
  return bars.map((bar) =>
    labeled.includes(bar) ? bar : { at: bar.at, width: bar.width, tone: bar.tone },
  );
}

const toneOf = ({ failed, isClient }: Pick<RowStep, "failed" | "isClient">) =>
  failed ? "failed" : isClient ? "client" : "server";

/** Minimum width of a label below its bar: characters as a share of a narrow axis. */
const characterShare = 0.0145;
const shortestLabel = 4;

function callBar(axis: Axis, { label, to, failed, ...interval }: RowCall): ShownRoute["bars"] {
  const bar = barOn(axis, interval);
  if (!bar) return [];
  const room = Math.floor(bar.width / characterShare);
  const text =
    label.length <= room
      ? label
      : room > shortestLabel
        ? `${label.slice(0, room - 1)}…`
        : undefined;
  return [{ ...bar, tone: failed ? "failed" : `to-${to}`, ...(text !== undefined && { text }) }];
}

/** Below its pattern, `/shop loader 2 of 4` becomes `loader 2 of 4`. */
const shownId = ({ routeId, depth }: RouteRow): string =>
  depth === 0 ? routeId : (/ ((?:loader|action)(?: \d+ of \d+)?)$/.exec(routeId)?.[1] ?? routeId);

/**
 * Each kind once, the server's first: a navigation and its redirect run a route's middleware twice.
 */
function ranOf({ steps, routeId }: RouteRow): string {
  const ordered = steps.toSorted(
    (a, b) => Number(a.isClient) - Number(b.isClient) || a.startMs - b.startMs,
  );
  const names = ordered.map(({ kind, name, isClient }) =>
    [...(isClient ? ["client"] : []), kind, ...(name === undefined ? [] : [name])].join(" "),
  );
  return [...new Set(names)].filter((name) => !routeId.includes(` ${name}`)).join(", ");
}
