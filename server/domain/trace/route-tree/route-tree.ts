import type { SpanId } from "#server/domain/ids.ts";
import type { AnalyzedTrace } from "#server/domain/trace/timing/analyze.ts";
import type { Interval } from "#server/domain/trace/timing/interval.ts";
import { type RouteFrame, routeFrames } from "./route-frame.ts";
import { routeOf } from "./route-key.ts";
import { type RouteRow, routeRows } from "./route-rows.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";

export type { RouteRow, RowCall, RowStep } from "./route-rows.ts";

/**
 * The application's view of one navigation or request: its nested routes, their steps, and why it
 * took so long.
 */
export type RouteTree = {
  /** The navigation's span, otherwise the request's. */
  spanId: SpanId;
  name: string;
  isNavigation: boolean;
  /** The matched pattern, with a leading slash. */
  route?: string;
  /**
   * Axis of the bars: from the first step to the end of the last, milliseconds since the trace's
   * start.
   */
  shown: Interval;
  /**
   * From the request's start to its response; of the last one, if the browser made several. Absent
   * without server spans.
   */
  response?: Interval;
  /** Root first, children below their parent. */
  rows: RouteRow[];
  /** Missing data, one sentence each. */
  missing: string[];
};

/** More would need a separate page. */
const mostTrees = 20;

/**
 * One tree per navigation or request, in order of start; among many, the failed and longest. From
 * spans with `react_router.route.id`, from Sentry's as far as possible, or without loader spans,
 * from each request's route. Empty if no span has a route.
 */
export function routeTrees(trace: AnalyzedTrace): RouteTree[] {
  const frames = tellingFrames(trace);
  const chosen = new Set(frames.toSorted(worstFirst(trace, frames)).slice(0, mostTrees));
  const trees = frames.filter((frame) => chosen.has(frame)).map((frame) => treeOf(trace, frame));
  const left = frames.length - trees.length;
  if (left > 0) trees.at(-1)!.missing.push(`${left} more navigations and requests are not shown.`);
  return trees;
}

/** The tree of a span's navigation or request, for an issue's event. */
export function routeTreeAround(trace: AnalyzedTrace, spanId: SpanId): RouteTree | undefined {
  const frames = new Map(tellingFrames(trace).map((frame) => [frame.node, frame]));
  for (let node = trace.byId.get(spanId); node; node = node.parent) {
    const frame = frames.get(node);
    if (frame) return treeOf(trace, frame);
  }
  return undefined;
}

/** Frames with loaders, otherwise those with at least a route. */
function tellingFrames({ tree }: AnalyzedTrace): RouteFrame[] {
  const frames = routeFrames(tree);
  const withSteps = frames.filter(({ steps }) => steps.length > 0);
  return withSteps.length > 0
    ? withSteps
    : frames.filter(isRequest).filter((frame) => headOf(frame).route !== undefined);
}

/** Framework work around a request is a separate trace if a parent is missing, and not a route. */
const isRequest = ({ node, isNavigation, requests }: RouteFrame): boolean =>
  isNavigation || requests.length > 0 || node.span.kind !== "internal";

function worstFirst(
  { failed }: AnalyzedTrace,
  frames: RouteFrame[],
): (a: RouteFrame, b: RouteFrame) => number {
  const hasFailed = ({ position }: TraceNode) => failed[position] === 1;
  const failures = new Set(
    frames.filter(
      ({ node, steps }) => hasFailed(node) || steps.some((step) => hasFailed(step.node)),
    ),
  );
  const durationOf = ({ node }: RouteFrame) => node.endMs - node.startMs;
  return (a, b) =>
    Number(failures.has(b)) - Number(failures.has(a)) || durationOf(b) - durationOf(a);
}

const treeOf = (trace: AnalyzedTrace, frame: RouteFrame): RouteTree =>
  frame.steps.length > 0 ? treeOfSteps(trace, frame) : treeOfRequest(trace, frame);

function treeOfSteps(trace: AnalyzedTrace, frame: RouteFrame): RouteTree {
  const { rows, left, isGuessed, hasUnnamed } = routeRows(trace, frame);
  const missing = [
    hasUnnamed &&
      "Some loaders don't report react_router.route.id and are listed by matched pattern.",
    isGuessed && "Parent routes aren't reported; nesting is inferred from loader order.",
    left > 0 && `${left} more routes are not shown.`,
    ...missingSides(frame),
  ];
  return {
    ...headOf(frame),
    shown: extent(frame.steps.map(({ node }) => node)),
    ...responseOf(frame),
    rows,
    missing: missing.filter((sentence) => sentence !== false),
  };
}

/** Only the request's route, if its spans have no more. */
function treeOfRequest({ failed }: AnalyzedTrace, frame: RouteFrame): RouteTree {
  const head = headOf(frame);
  const route = head.route ?? head.name;
  const { startMs, endMs, position, span } = frame.node;
  const [durationMs, hasFailed] = [endMs - startMs, failed[position] === 1];
  const row: RouteRow = {
    routeId: route,
    path: route,
    depth: 0,
    spanId: span.spanId,
    startMs,
    durationMs,
    blockedMs: 0,
    alone: [],
    status: hasFailed ? "error" : "ok",
    why: hasFailed ? "failed" : "loaders unknown",
    steps: [],
  };
  const missing = ["No loader or action spans; only the request's route is known."];
  return { ...head, shown: extent([frame.node]), rows: [row], missing };
}

/** The last of several requests showed the page: another may have redirected to it. */
function headOf({
  node,
  isNavigation,
  requests,
}: RouteFrame): Omit<RouteTree, "shown" | "response" | "rows" | "missing"> {
  const routes = [node, ...requests.toReversed()].map(({ span }) => routeOf(span.attributes));
  const route = routes.find((each) => each !== undefined);
  return {
    spanId: node.span.spanId,
    name: node.span.name,
    isNavigation,
    ...(route !== undefined && { route }),
  };
}

function responseOf({ node, isNavigation, requests }: RouteFrame): { response?: Interval } {
  const request = requests.at(-1) ?? (isNavigation ? undefined : node);
  return request ? { response: { fromMs: request.startMs, toMs: request.endMs } } : {};
}

function missingSides({ isNavigation, requests }: RouteFrame): string[] {
  if (!isNavigation) return ["No browser spans; time before and after the server is unknown."];
  return requests.length > 0 ? [] : ["No server spans; time inside its loaders is unknown."];
}

const extent = (nodes: TraceNode[]): Interval => ({
  fromMs: nodes.reduce((from, { startMs }) => Math.min(from, startMs), Infinity),
  toMs: nodes.reduce((to, { endMs }) => Math.max(to, endMs), -Infinity),
});
