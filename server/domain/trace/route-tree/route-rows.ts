import type { SpanId } from "#server/domain/ids.ts";
import type { AnalyzedTrace } from "#server/domain/trace/timing/analyze.ts";
import { coveredMs, type Interval } from "#server/domain/trace/timing/interval.ts";
import type { FramedStep, RouteFrame } from "./route-frame.ts";
import { routeOf } from "./route-key.ts";
import { type NestedRoute, nestRoutes } from "./route-nesting.ts";
import { routePaths } from "./route-path.ts";
import { type PlacedRoute, unnamedRoutes } from "./route-unnamed.ts";
import { redirectingSteps } from "./route-redirect.ts";
import type { StepKind } from "./route-step.ts";
import { callLabel } from "./route-wait.ts";
import { routeSentence } from "./route-sentence.ts";
import type { Span } from "#server/domain/trace/span.ts";
import { stretchesAlone } from "#server/domain/trace/timing/time-alone.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";

/** A route in a route tree. */
export type RouteRow = {
  routeId: string;
  /** Full path pattern. */
  path?: string;
  depth: number;
  /** The span of the row; absent for a route that ran nothing. */
  spanId?: SpanId;
  /** Milliseconds since the trace's start. */
  startMs: number;
  /** Duration of its loader and action. */
  durationMs: number;
  /** How long, and when, the navigation waited only for this route's loader or action. */
  blockedMs: number;
  alone: Interval[];
  status: "ok" | "error" | "redirect";
  why: string;
  steps: RowStep[];
};

/** A route's steps in order of start; the bars of its row. */
export type RowStep = {
  spanId: SpanId;
  kind: StepKind;
  /** Its name, if its span has more than kind and route: a middleware's function. */
  name?: string;
  isClient: boolean;
  startMs: number;
  durationMs: number;
  failed: boolean;
  calls: RowCall[];
};

/** What a step waited for outside its process. */
export type RowCall = Interval & {
  label: string;
  to: "database" | "service" | "other";
  failed: boolean;
};

/**
 * `left`: number of routes without a row. `isGuessed`: positions of routes were inferred.
 * `hasUnnamed`: some loaders have no route.
 */
type RouteRows = { rows: RouteRow[]; left: number; isGuessed: boolean; hasUnnamed: boolean };

/** Real applications match a handful of routes. */
const mostRows = 200;

/**
 * One row per route, root first; then loaders and actions without a route, below the matched
 * pattern.
 */
export function routeRows(trace: AnalyzedTrace, frame: RouteFrame): RouteRows {
  const { routes, isGuessed } = nestRoutes(frame.steps);
  const unnamed = unnamedRoutes(frame.steps);
  const hasUnnamed = unnamed.length > 0;
  const all = [...withPaths(routes, hasUnnamed), ...unnamed];
  const rows = rowsOf(trace, frame, all.slice(0, mostRows));
  return { rows, left: all.length - rows.length, isGuessed, hasUnnamed };
}

function withPaths(routes: NestedRoute[], hasUnnamed: boolean): PlacedRoute[] {
  const paths = routePaths(routes);
  if (paths.size > 0 || hasUnnamed)
    return routes.map((route) => ({ ...route, path: paths.get(route.routeId) }));
  // Without the routes' own paths, the request's pattern only belongs to the innermost route.
  const innermost = routes.findLast(({ steps }) => steps.length > 0);
  const pattern = innermost && routeOf(innermost.steps[0]!.request.span.attributes);
  return routes.map((route) => ({ ...route, path: route === innermost ? pattern : undefined }));
}

function rowsOf(trace: AnalyzedTrace, frame: RouteFrame, routes: PlacedRoute[]): RouteRow[] {
  const hasServer = frame.steps.some(({ isClient, kind }) => !isClient && kind !== "middleware");
  const mains = routes.map(({ steps, unnamed }) =>
    unnamed ? [] : mainSteps(trace, steps, hasServer),
  );
  const alone = stretchesAlone(mains.map((steps) => steps.map(intervalOf)));
  const redirecting = redirectingSteps(frame.steps);
  return routes.map((route, index) =>
    rowOf(trace, frame, route, mains[index]!, alone[index]!, redirecting),
  );
}

function rowOf(
  trace: AnalyzedTrace,
  frame: RouteFrame,
  { routeId, path, depth, steps, unnamed }: PlacedRoute,
  main: FramedStep[],
  alone: Interval[],
  redirecting: Set<FramedStep>,
): RouteRow {
  const blockedMs = coveredMs(alone);
  const failed = steps.find(({ node }) => trace.failed[node.position] === 1);
  const status = failed ? "error" : main.some((step) => redirecting.has(step)) ? "redirect" : "ok";
  const timed = unnamed?.steps ?? main;
  const durationMs = timed.length > 0 ? coveredMs(timed.map(intervalOf)) : ownTime(trace, steps);
  const frameMs = frame.node.endMs - frame.node.startMs;
  const shown = failed ?? main[0] ?? steps[0] ?? unnamed?.steps[0];
  return {
    routeId,
    ...(path !== undefined && { path }),
    depth,
    ...(shown && { spanId: shown.node.span.spanId }),
    startMs: (timed[0] ?? steps[0] ?? frame).node.startMs,
    durationMs,
    blockedMs,
    alone,
    status,
    why: routeSentence(trace, {
      status,
      steps,
      main,
      failed,
      blockedMs,
      durationMs,
      frameMs,
      unnamed: unnamed?.said,
    }),
    steps: steps.map((step) => rowStep(trace, step)),
  };
}

/**
 * Steps that determine the route's time: its loader and action on the server, otherwise in the
 * browser, where a loader's span is mostly the wait for the server's. Excludes middleware, which
 * runs around everything below it. If other routes have loaders on the server, a browser step that
 * waited for their request has none, and waited for nothing of its own.
 */
function mainSteps(
  { work: { awaited } }: AnalyzedTrace,
  steps: FramedStep[],
  hasServer: boolean,
): FramedStep[] {
  const own = steps.filter(({ kind }) => kind === "loader" || kind === "action");
  const onServer = own.filter(({ isClient }) => !isClient);
  if (onServer.length > 0) return onServer;
  return hasServer ? own.filter(({ node }) => !awaited.has(node)) : own;
}

const ownTime = ({ selfMs }: AnalyzedTrace, steps: FramedStep[]): number =>
  steps.reduce((sum, { node }) => sum + selfMs[node.position]!, 0);

const intervalOf = ({ node }: FramedStep): Interval => ({ fromMs: node.startMs, toMs: node.endMs });

function nameField({ attributes }: Span): { name?: string } {
  const name = attributes["code.function.name"] ?? attributes["code.function"];
  return typeof name === "string" && !isKind(name) ? { name: name.slice(0, 100) } : {};
}

/** Sentry's Remix SDK sends the kind of function as name. */
const isKind = (name: string): boolean => ["", "loader", "action"].includes(name);

const rowStep = (trace: AnalyzedTrace, { node, kind, isClient, calls }: FramedStep): RowStep => ({
  spanId: node.span.spanId,
  kind,
  ...nameField(node.span),
  isClient,
  startMs: node.startMs,
  durationMs: node.endMs - node.startMs,
  failed: trace.failed[node.position] === 1,
  calls: calls.slice(0, mostCalls).map((call) => rowCall(trace, call)),
});

/** More would be indistinguishable in a bar. */
const mostCalls = 50;

const rowCall = (trace: AnalyzedTrace, node: TraceNode): RowCall => ({
  fromMs: node.startMs,
  toMs: node.endMs,
  label: callLabel(node.span),
  to: calledBy(node),
  failed: trace.failed[node.position] === 1,
});

/** The called service if the trace has its spans, otherwise a database, or something else. */
function calledBy({ span, children }: TraceNode): RowCall["to"] {
  if (span.attributes["db.system.name"] !== undefined || span.attributes["db.system"] !== undefined)
    return "database";
  return children.some((child) => child.span.service !== span.service) ? "service" : "other";
}
