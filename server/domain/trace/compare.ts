import type { AnalyzedTrace } from "./timing/analyze.ts";
import { routeKey } from "./route-tree/route-key.ts";
import type { Span, SpanKind } from "./span.ts";
import type { TraceNode } from "./trace-tree.ts";

/** One trace's time in an operation. Milliseconds, summed over `count` spans. */
export type OperationTime = { count: number; totalMs: number; selfMs: number };

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
};

type Operation = {
  service: string;
  kind: SpanKind;
  name: string;
  depth: number;
  outer: Operation | undefined;
};
type Sums = Map<Operation, OperationTime>;

const longestPath = 16;

/**
 * Two traces side by side: spans with the same service, kind, name, or route, below the same
 * operations, are one row. Sorted by the change in self time, largest first: totals would list
 * every ancestor of a changed span before it.
 */
export function compareTraces(before: AnalyzedTrace, after: AnalyzedTrace): ComparedOperation[] {
  const known = new Map<Operation | undefined, Map<string, Operation>>();
  const [sumsBefore, sumsAfter] = [sum(before, known), sum(after, known)];
  const operations = new Set([...sumsBefore.keys(), ...sumsAfter.keys()]);
  return [...operations]
    .map((operation) => compare(operation, sumsBefore.get(operation), sumsAfter.get(operation)))
    .toSorted((a, b) => Math.abs(b.selfDifferenceMs) - Math.abs(a.selfDifferenceMs));
}

/**
 * Both traces share `known`, so that one position in the tree is one object: comparing paths as
 * text would be quadratic.
 */
function sum(
  { tree, selfMs }: AnalyzedTrace,
  known: Map<Operation | undefined, Map<string, Operation>>,
): Sums {
  const at: Operation[] = [];
  const sums: Sums = new Map();
  for (const node of tree.nodes) {
    const outer = node.parent && at[node.parent.position];
    const operation = operationAt(node, outer, known);
    at.push(operation);
    const time = sums.get(operation) ?? { count: 0, totalMs: 0, selfMs: 0 };
    time.count++;
    time.totalMs += node.endMs - node.startMs;
    time.selfMs += selfMs[node.position]!;
    sums.set(operation, time);
  }
  return sums;
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
  const key = JSON.stringify([service, kind, name]);
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

function nameOf(span: Span): string {
  const key = routeKey(span);
  const method = span.attributes["http.request.method"];
  return key !== span.name && typeof method === "string" ? `${method} ${key}` : key;
}

function compare(
  operation: Operation,
  before: OperationTime | undefined,
  after: OperationTime | undefined,
): ComparedOperation {
  const { service, kind, name, depth } = operation;
  return {
    service,
    kind,
    name,
    depth,
    path: pathOf(operation),
    ...(before && { before }),
    ...(after && { after }),
    totalDifferenceMs: (after?.totalMs ?? 0) - (before?.totalMs ?? 0),
    selfDifferenceMs: (after?.selfMs ?? 0) - (before?.selfMs ?? 0),
  };
}

/** The innermost of them if there are many. */
function pathOf({ outer }: Operation): string[] {
  const path: string[] = [];
  for (let at = outer; at && path.length < longestPath; at = at.outer) path.push(at.name);
  return path.toReversed();
}
