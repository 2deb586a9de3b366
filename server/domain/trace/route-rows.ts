import type { SpanId } from "#server/domain/ids.ts";
import type { AnalysedTrace } from "./analyse.ts";
import { coveredMs, type Interval } from "./interval.ts";
import type { FramedStep, RouteFrame } from "./route-frame.ts";
import { routeOf } from "./route-key.ts";
import { type NestedRoute, nestRoutes } from "./route-nesting.ts";
import { routePaths } from "./route-path.ts";
import { redirectingSteps } from "./route-redirect.ts";
import type { StepKind } from "./route-step.ts";
import { whyOf } from "./route-why.ts";
import { timeAlone } from "./time-alone.ts";

/** A route in a route tree. */
export type RouteRow = {
  routeId: string;
  /** Full path pattern. */
  path?: string;
  depth: number;
  /** The span that the row stands for; absent for a route that ran nothing. */
  spanId?: SpanId;
  /** Milliseconds since the trace's start. */
  startMs: number;
  /** How long its loader and action ran. */
  durationMs: number;
  /** How long the navigation waited for this route's loader or action alone. */
  blockedMs: number;
  status: "ok" | "error" | "redirect";
  why: string;
  steps: RowStep[];
};

/** What ran for a route, in order of start; the bars of its row. */
export type RowStep = {
  spanId: SpanId;
  kind: StepKind;
  isClient: boolean;
  startMs: number;
  durationMs: number;
  failed: boolean;
};

/** `left`: routes without a row · `isGuessed`: where routes lie was not told · `hasUnnamed`: not every loader tells its route. */
export type RouteRows = { rows: RouteRow[]; left: number; isGuessed: boolean; hasUnnamed: boolean };

/** Real applications match a handful of routes. */
const mostRows = 200;

/** A row a route, root first; after them one for each loader or action that does not tell its route. */
export function routeRows(trace: AnalysedTrace, frame: RouteFrame): RouteRows {
  const { routes, isGuessed } = nestRoutes(frame.steps);
  const unnamed = unnamedRoutes(frame);
  const hasUnnamed = unnamed.length > 0;
  const all = [...withPaths(routes, hasUnnamed), ...unnamed];
  const rows = rowsOf(trace, frame, all.slice(0, mostRows));
  return { rows, left: all.length - rows.length, isGuessed, hasUnnamed };
}

type PlacedRoute = Pick<NestedRoute, "routeId" | "depth" | "steps"> & { path: string | undefined };

/** Sentry's loaders and actions bear the pattern that the whole request matched, and no more. */
function unnamedRoutes({ steps }: RouteFrame): PlacedRoute[] {
  const unnamed = steps.filter(
    ({ routeId, kind }) => routeId === undefined && (kind === "loader" || kind === "action"),
  );
  return unnamed.map((step) => ({ routeId: step.node.span.name, depth: 0, path: undefined, steps: [step] }));
}

function withPaths(routes: NestedRoute[], hasUnnamed: boolean): PlacedRoute[] {
  const paths = routePaths(routes);
  if (paths.size > 0 || hasUnnamed) return routes.map((route) => ({ ...route, path: paths.get(route.routeId) }));
  // Without the routes' own paths the request's pattern is that of the innermost route, and of no other.
  const innermost = routes.findLast(({ steps }) => steps.length > 0);
  const pattern = innermost && routeOf(innermost.steps[0]!.request.span.attributes);
  return routes.map((route) => ({ ...route, path: route === innermost ? pattern : undefined }));
}

function rowsOf(trace: AnalysedTrace, frame: RouteFrame, routes: PlacedRoute[]): RouteRow[] {
  const mains = routes.map(({ steps }) => mainSteps(steps));
  const blocked = timeAlone(mains.map((steps) => steps.map(intervalOf)));
  const redirecting = redirectingSteps(frame.steps);
  return routes.map((route, index) => rowOf(trace, frame, route, mains[index]!, blocked[index]!, redirecting));
}

function rowOf(
  trace: AnalysedTrace,
  frame: RouteFrame,
  { routeId, path, depth, steps }: PlacedRoute,
  main: FramedStep[],
  blockedMs: number,
  redirecting: Set<FramedStep>,
): RouteRow {
  const failed = steps.find(({ node }) => trace.failed[node.position] === 1);
  const status = failed ? "error" : main.some((step) => redirecting.has(step)) ? "redirect" : "ok";
  const durationMs = main.length > 0 ? coveredMs(main.map(intervalOf)) : ownTime(trace, steps);
  const frameMs = frame.node.endMs - frame.node.startMs;
  const shown = failed ?? main[0] ?? steps[0];
  return {
    routeId,
    ...(path !== undefined && { path }),
    depth,
    ...(shown && { spanId: shown.node.span.spanId }),
    startMs: (main[0] ?? steps[0] ?? frame).node.startMs,
    durationMs,
    blockedMs,
    status,
    why: whyOf(trace, { status, steps, main, failed, blockedMs, durationMs, frameMs }),
    steps: steps.map((step) => rowStep(trace, step)),
  };
}

/**
 * The steps whose time is the route's own: its loader and action on the server, else in the browser, where a loader's span
 * is mostly the wait for the server's. Middleware is not among them: it runs around everything below it.
 */
function mainSteps(steps: FramedStep[]): FramedStep[] {
  const own = steps.filter(({ kind }) => kind === "loader" || kind === "action");
  const onServer = own.filter(({ isClient }) => !isClient);
  return onServer.length > 0 ? onServer : own;
}

const ownTime = ({ selfMs }: AnalysedTrace, steps: FramedStep[]): number =>
  steps.reduce((sum, { node }) => sum + selfMs[node.position]!, 0);

const intervalOf = ({ node }: FramedStep): Interval => ({ fromMs: node.startMs, toMs: node.endMs });

const rowStep = (trace: AnalysedTrace, { node, kind, isClient }: FramedStep): RowStep => ({
  spanId: node.span.spanId,
  kind,
  isClient,
  startMs: node.startMs,
  durationMs: node.endMs - node.startMs,
  failed: trace.failed[node.position] === 1,
});
