import type { TraceNode } from "#server/domain/trace/trace-tree.ts";
import type { Call } from "./call.ts";
import { sumOf } from "./quantile-of.ts";
import type { SampledRequest } from "./sampled-request.ts";

/**
 * Calls or loaders below one parent, each of which started after the previous ended, although
 * nothing seen prevents running them in parallel.
 */
export type SerialRun = {
  /** In order of start; consecutive repetitions are named once. */
  names: string[];
  members: TraceNode[];
  /** Their total duration in sequence. */
  totalMs: number;
  /**
   * Maximum savings of running them in parallel: all but the longest, as far as the request waited
   * for them.
   */
  atMostMs: number;
};

/** Code between two awaits is short; a longer computation may depend on the result. */
const longestGapShare = 0.25;
const longestGapMs = 0.5;
/** Rounding of clocks. */
const overlapMs = 0.05;

/** The framework starts loaders together: a computing one blocks the others. */
const mostSelfShare = 0.5;

/**
 * The sequential runs of a request. Conservative: writes, transactions, redirects, failures,
 * repeated queries (found separately), and any other work below the same parent end a run. Sorts
 * siblings; one pass.
 */
export function serialRuns(request: SampledRequest): SerialRun[] {
  const loaders = new Set(
    request.steps.filter(({ kind }) => kind === "loader").map(({ node }) => node),
  );
  const top = request.node.position;
  return request.nodes
    .filter(({ children, span }) => children.length > 1 && !/\btransaction\b/i.test(span.name))
    .flatMap(({ children }) => runsAmong(children.map(asSibling)))
    .map((members) => runOf(request, members))
    .filter(({ atMostMs }) => atMostMs > 0);

  function asSibling(node: TraceNode): Sibling {
    const call = request.calls[node.position - top];
    const movable = call?.movable === true || (loaders.has(node) && isWaiting(node));
    const hasFailed = request.trace.failed[node.position] === 1;
    return { node, call, name: call?.label ?? node.span.name, movable: movable && !hasFailed };
  }

  function isWaiting(node: TraceNode): boolean {
    return request.trace.selfMs[node.position]! <= mostSelfShare * durationOf(node);
  }
}

type Sibling = { node: TraceNode; call: Call | undefined; name: string; movable: boolean };

function runsAmong(siblings: Sibling[]): Sibling[][] {
  const repeated = repeatedQueries(siblings);
  const runs: Sibling[][] = [];
  let run: Sibling[] = [];
  let reachedMs = -Infinity;
  let isInTransaction = false;
  for (const sibling of siblings) {
    const { node, call } = sibling;
    if (call?.query?.act === "control")
      isInTransaction = opens(call) || (isInTransaction && !closes(call));
    const overlaps = node.startMs < reachedMs - overlapMs;
    // The last one that started overlaps with this one: neither is awaited alone.
    if (overlaps) run.pop();
    const isNext = sibling.movable && !isInTransaction && !overlaps && !repeated.has(sibling.name);
    if (!isNext || !follows(run.at(-1), sibling)) {
      runs.push(run);
      run = [];
    }
    if (isNext) run.push(sibling);
    reachedMs = Math.max(reachedMs, node.endMs);
  }
  return [...runs, run].filter(({ length }) => length > 1);
}

const opens = ({ label }: Call): boolean => /^(?:begin|start)\b/i.test(label);
const closes = ({ label }: Call): boolean => /^(?:commit|rollback(?! to)|end)\b/i.test(label);

function follows(before: Sibling | undefined, { node }: Sibling): boolean {
  if (!before) return true;
  const shorter = Math.min(durationOf(before.node), durationOf(node));
  return node.startMs - before.node.endMs <= Math.max(longestGapMs, longestGapShare * shorter);
}

function repeatedQueries(siblings: Sibling[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { call, name } of siblings)
    if (call?.query) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count > 1).map(([name]) => name));
}

function runOf({ waitedFor }: SampledRequest, siblings: Sibling[]): SerialRun {
  const members = siblings.map(({ node }) => node);
  const totalMs = sumOf(members.map(durationOf));
  const longestMs = members.reduce((longest, node) => Math.max(longest, durationOf(node)), 0);
  return {
    names: siblings
      .map(({ name }) => name)
      .filter((name, index, names) => name !== names[index - 1]),
    members,
    totalMs,
    atMostMs: Math.min(totalMs - longestMs, sumOf(members.map(waitedFor))),
  };
}

const durationOf = ({ startMs, endMs }: TraceNode): number => endMs - startMs;
