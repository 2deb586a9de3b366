import { callOf } from "#server/domain/route-findings/call.ts";
import { methodInName } from "./http-method.ts";
import type { AnalyzedTrace } from "./timing/analyze.ts";
import type { TraceWork } from "./timing/trace-work.ts";
import { routeKey } from "./route-tree/route-key.ts";
import type { Span, SpanKind } from "./span.ts";
import type { TraceNode } from "./trace-tree.ts";

/**
 * One trace's time in an operation. Milliseconds, summed over `count` spans. `overlapMs`: what its
 * calls would take longer one after another. `nodes`: the first of the spans.
 */
export type OperationTime = {
  count: number;
  totalMs: number;
  selfMs: number;
  overlapMs: number;
  nodes: TraceNode[];
};

/** An operation at one position of the tree, in both traces or only one. */
export type ComparedOperation = {
  service: string;
  kind: SpanKind;
  /** The route with its method, otherwise the span's name. */
  name: string;
  depth: number;
  /** The operations around it, outermost first. */
  path: string[];
  before?: OperationTime;
  after?: OperationTime;
  /** After minus before; a missing side counts as zero. */
  totalDifferenceMs: number;
  selfDifferenceMs: number;
  /** Time lost because its calls overlap less; negative if they overlap more. */
  lostOverlapMs: number;
  /** Calls with the most lost overlap, as named in their rows: empty without a loss. */
  apart: string[];
};

/** An operation's part of the change: that of its calls is in their own rows. */
export const ownDifferenceMs = ({
  selfDifferenceMs,
  lostOverlapMs,
}: Pick<ComparedOperation, "selfDifferenceMs" | "lostOverlapMs">): number =>
  selfDifferenceMs + lostOverlapMs;

type Operation = {
  service: string;
  kind: SpanKind;
  name: string;
  depth: number;
  outer: Operation | undefined;
};
/** `calls`: overlap by the name of the call. */
type Time = OperationTime & { calls: Map<string, number> };
type Sums = Map<Operation, Time>;

const longestPath = 16;
const mostNodes = 20;

/**
 * Two traces side by side: spans with the same service, kind, name, or route, below the same
 * operations, are one row. If one trace begins with a request that is inside the other, they are
 * aligned there. Sorted by the row's own change, in self time and in the overlap of its
 * calls: totals would list every ancestor of a changed span before it, and self times would hide
 * that calls became sequential.
 */
export function compareTraces(before: AnalyzedTrace, after: AnalyzedTrace): ComparedOperation[] {
  const known = new Map<Operation | undefined, Map<string, Operation>>();
  const [startsBefore, startsAfter] = commonStarts(before, after);
  const [sumsBefore, sumsAfter] = [
    sum(before, known, startsBefore),
    sum(after, known, startsAfter),
  ];
  const operations = new Set([...sumsBefore.keys(), ...sumsAfter.keys()]);
  return [...operations]
    .map((operation) => compare(operation, sumsBefore.get(operation), sumsAfter.get(operation)))
    .toSorted((a, b) => Math.abs(ownDifferenceMs(b)) - Math.abs(ownDifferenceMs(a)));
}

type Starts = ReadonlySet<TraceNode>;

/** Spans of each trace with which the other one begins; none if they begin alike. */
function commonStarts(before: AnalyzedTrace, after: AnalyzedTrace): [Starts, Starts] {
  const [rootsBefore, rootsAfter] = [rootKeys(before), rootKeys(after)];
  if (!rootsBefore.isDisjointFrom(rootsAfter)) return [new Set(), new Set()];
  return [withKeys(before, rootsAfter), withKeys(after, rootsBefore)];
}

const rootKeys = ({ tree }: AnalyzedTrace): Set<string> =>
  new Set(tree.nodes.filter(({ parent }) => !parent).map(({ span }) => keyOf(span)));

const withKeys = ({ tree }: AnalyzedTrace, keys: Set<string>): Starts =>
  new Set(tree.nodes.filter(({ span }) => keys.has(keyOf(span))));

/**
 * Both traces share `known`, so that one position in the tree is one object: comparing paths as
 * text would be quadratic.
 */
function sum(
  { tree, selfMs, work }: AnalyzedTrace,
  known: Map<Operation | undefined, Map<string, Operation>>,
  starts: Starts,
): Sums {
  const at: Operation[] = [];
  const sums: Sums = new Map();
  for (const node of tree.nodes) {
    const outer = starts.has(node) ? undefined : node.parent && at[node.parent.position];
    const operation = operationAt(node, outer, known);
    at.push(operation);
    const time = sums.get(operation) ?? {
      count: 0,
      totalMs: 0,
      selfMs: 0,
      overlapMs: 0,
      nodes: [],
      calls: new Map<string, number>(),
    };
    time.count++;
    if (time.nodes.length < mostNodes) time.nodes.push(node);
    time.overlapMs += overlapOf(node, work, time.calls);
    time.totalMs += node.endMs - node.startMs;
    time.selfMs += selfMs[node.position]!;
    sums.set(operation, time);
  }
  return sums;
}

/**
 * Adds the overlap of a span's calls, each with the ones started before it, and counts it for both:
 * one pass over children in order of start.
 */
function overlapOf(node: TraceNode, { measured }: TraceWork, calls: Map<string, number>): number {
  let overlapMs = 0;
  let last: { name: string; endMs: number } | undefined;
  for (const child of node.children) {
    if (measured[child.position] === 1) continue;
    const endMs = Math.min(child.endMs, node.endMs);
    const sharedMs = last ? Math.max(0, Math.min(endMs, last.endMs) - child.startMs) : 0;
    if (last && sharedMs > 0) {
      overlapMs += sharedMs;
      for (const name of new Set([nameOf(child.span), last.name]))
        calls.set(name, (calls.get(name) ?? 0) + sharedMs);
    }
    if (!last || endMs > last.endMs) last = { name: nameOf(child.span), endMs };
  }
  return overlapMs;
}

function operationAt(
  { span }: TraceNode,
  outer: Operation | undefined,
  known: Map<Operation | undefined, Map<string, Operation>>,
): Operation {
  const { service, kind } = span;
  const name = nameOf(span);
  const within = known.get(outer) ?? new Map<string, Operation>();
  if (within.size === 0) known.set(outer, within);
  const key = keyOf(span, name);
  const operation = within.get(key) ?? {
    service,
    kind,
    name,
    depth: outer ? outer.depth + 1 : 0,
    outer,
  };
  within.set(key, operation);
  return operation;
}

const keyOf = (span: Span, name = nameOf(span)): string =>
  JSON.stringify([span.service, span.kind, name]);

/** Requests named only by their method get their URL: two calls must not be one row. */
function nameOf(span: Span): string {
  if (span.kind === "client" && span.name === methodInName(span.name))
    return callOf(span)?.label ?? span.name;
  const key = routeKey(span);
  const method = span.attributes["http.request.method"];
  return key !== span.name && typeof method === "string" ? `${method} ${key}` : key;
}

function compare(
  operation: Operation,
  before: Time | undefined,
  after: Time | undefined,
): ComparedOperation {
  const { service, kind, name, depth } = operation;
  // Without a counterpart, its calls are new as well.
  const lostOverlapMs = (before?.overlapMs ?? 0) - (after?.overlapMs ?? 0);
  return {
    service,
    kind,
    name,
    depth,
    path: pathOf(operation),
    ...(before && { before: timeOf(before) }),
    ...(after && { after: timeOf(after) }),
    totalDifferenceMs: (after?.totalMs ?? 0) - (before?.totalMs ?? 0),
    selfDifferenceMs: (after?.selfMs ?? 0) - (before?.selfMs ?? 0),
    lostOverlapMs,
    apart: before && after && lostOverlapMs > 0 ? callsApart(before, after, lostOverlapMs) : [],
  };
}

const timeOf = ({ count, totalMs, selfMs, overlapMs, nodes }: Time): OperationTime => ({
  count,
  totalMs,
  selfMs,
  overlapMs,
  nodes,
});

/** Each with at least half of the loss. */
const callsApart = (before: Time, after: Time, lostOverlapMs: number): string[] =>
  [...before.calls]
    .filter(([name, ms]) => ms - (after.calls.get(name) ?? 0) >= lostOverlapMs / 2)
    .map(([name]) => name);

/** The innermost of them if there are many. */
function pathOf({ outer }: Operation): string[] {
  const path: string[] = [];
  for (let at = outer; at && path.length < longestPath; at = at.outer) path.push(at.name);
  return path.toReversed();
}
