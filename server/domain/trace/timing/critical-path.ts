import { waitedFor } from "./awaited-requests.ts";
import {
  isDocumentFetch,
  isDocumentLoad,
  isMainThreadWork,
} from "#server/domain/trace/browser-span.ts";
import { clip, type Interval, roundingMs } from "./interval.ts";
import { isFrameworkLayer } from "./framework-layer.ts";
import { isOtherProcess } from "./process.ts";
import { isRouteDiscovery } from "#server/domain/trace/route-tree/router-request.ts";
import type { Span } from "#server/domain/trace/span.ts";
import { isApart, type TraceNode, type TraceTree } from "#server/domain/trace/trace-tree.ts";
import type { TraceWork } from "./trace-work.ts";

/** By position: when the trace waited for that span itself. Spans off the path are absent. */
export type CriticalPath = Map<number, Interval[]>;

type Stretch = Interval & { owner: TraceNode | undefined; children: TraceNode[] };
type AwaitedChild = Interval & { node: TraceNode };

/**
 * The parts of spans that determined the trace's end: backwards from the end of the root, always
 * into the child that finished last before the current time (the algorithm of Jaeger and CRISP).
 * The segments cover the root without gaps or overlap. A framework's layer lasts until it is over,
 * not until its span ends. Without a single root, covers everything in the trace.
 */
export const criticalPath = (tree: TraceTree, work: TraceWork): CriticalPath =>
  walk(wholeTrace(tree, work), work);

/** The same for one span and its descendants, regardless of its trace. */
export const criticalPathOf = (node: TraceNode, work: TraceWork): CriticalPath =>
  walk(
    {
      owner: node,
      children: waitedFor(node, work.awaited),
      fromMs: node.startMs,
      toMs: work.overMs[node.position]!,
    },
    work,
  );

function walk(whole: Stretch, work: TraceWork): CriticalPath {
  const path: CriticalPath = new Map();
  const waiting = [whole];
  for (let stretch = waiting.pop(); stretch; stretch = waiting.pop()) {
    for (const { node, ...times } of walkBack(stretch, work, path))
      waiting.push({ owner: node, children: waitedFor(node, work.awaited), ...times });
  }
  for (const segments of path.values()) segments.sort((a, b) => a.fromMs - b.fromMs);
  return path;
}

function wholeTrace({ roots, durationMs }: TraceTree, work: TraceWork): Stretch {
  const proper = roots.filter(({ place }) => place === "root");
  const [root] = proper;
  if (root && proper.length === 1) return wholeRoot(root, work);
  const children = roots.filter((each) => !isApart(each));
  return { owner: undefined, children, fromMs: 0, toMs: durationMs };
}

/** An interaction ends when everything it started has ended. */
function wholeRoot(root: TraceNode, { overMs }: TraceWork): Stretch {
  const toMs = Math.max(overMs[root.position]!, ...setOffBy(root).map(({ endMs }) => endMs));
  return { owner: root, children: root.children, fromMs: root.startMs, toMs };
}

/** Adds the owner's own time to the path, and returns when each child was waited for. */
function walkBack(
  { owner, children, fromMs, toMs }: Stretch,
  work: TraceWork,
  path: CriticalPath,
): AwaitedChild[] {
  const { overMs, measured } = work;
  const waitedFor: AwaitedChild[] = [];
  const fetch =
    owner && isDocumentLoad(owner.span)
      ? children.find(({ span }) => isDocumentFetch(span))
      : undefined;
  let reached = toMs;
  for (const child of latestFirst(children, overMs)) {
    if (reached <= fromMs) return waitedFor;
    const overAt = overMs[child.position]!;
    const endMs = owner && isAwaited(child, owner, work) ? Math.min(overAt, toMs) : overAt;
    if (endMs > reached + roundingMs && !isMainThreadWork(child.span)) continue;
    if (isRouteDiscovery(child.span) || measured[child.position] === 1) continue;
    const childTo = Math.min(endMs, reached);
    const childFrom = Math.max(child.startMs, fromMs);
    if (childTo <= childFrom) continue;
    if (owner) addOwn(path, owner, childTo, reached);
    waitedFor.push({ node: child, fromMs: childFrom, toMs: childTo });
    reached = childFrom;
  }
  if (owner) addOwn(path, owner, fromMs, reached);
  return waitedFor;

  /**
   * Scripts load while a document is still arriving: until then, its page has no time of its own.
   */
  function addOwn(into: CriticalPath, node: TraceNode, from: number, to: number): void {
    const part =
      fetch && clip({ fromMs: fetch.startMs, toMs: fetch.endMs }, { fromMs: from, toMs: to });
    if (!part) return add(into, node, from, to);
    add(into, node, part.toMs, to);
    waitedFor.push({ node: fetch, ...part });
    add(into, node, from, part.fromMs);
  }
}

const latestFirst = (children: TraceNode[], overMs: TraceWork["overMs"]): TraceNode[] =>
  children.length < 2
    ? children
    : children.toSorted(
        (a, b) => overMs[b.position]! - overMs[a.position]! || a.position - b.position,
      );

/**
 * Whether a child that ends after its parent delayed it until the parent's end. Work that was only
 * started did not; a server whose caller stopped listening early (a streamed response, a small
 * clock difference) did, and so did a handler that ends with its response.
 */
const isAwaited = (child: TraceNode, parent: TraceNode, { overMs }: TraceWork): boolean =>
  overMs[child.position]! <= overMs[parent.position]! + roundingMs ||
  (child.span.kind === "server" && isOtherProcess(parent.span, child.span)) ||
  isFrameworkLayer(child.span);

function add(path: CriticalPath, { position }: TraceNode, fromMs: number, toMs: number): void {
  if (fromMs >= toMs) return;
  const segments = path.get(position);
  if (segments) segments.push({ fromMs, toMs });
  else path.set(position, [{ fromMs, toMs }]);
}

/**
 * Whether OpenTelemetry's user-interaction instrumentation made the span. It ends when the event's
 * handlers return, although the visitor waited for what they started.
 */
const isInteraction = ({ scope }: Span): boolean =>
  scope?.name === "@opentelemetry/instrumentation-user-interaction";

/** Requests that an interaction started and that outlast it. Empty for other spans. */
const setOffBy = ({ span, children, endMs }: TraceNode): TraceNode[] =>
  isInteraction(span)
    ? children.filter((child) => child.endMs > endMs + roundingMs && !isRouteDiscovery(child.span))
    : [];
