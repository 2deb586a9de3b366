import type { SpanId } from "#server/domain/ids.ts";
import type { Span } from "#server/domain/trace/span.ts";
import type { Place } from "#server/domain/trace/trace-tree.ts";

/** Parents by index: the form of a tree under construction. */
export type Parentage = {
  spans: Span[];
  /** Index of the parent; -1 without one. Free of cycles. */
  parents: Int32Array;
  places: Place[];
  inverted: Set<number>;
};

const unseen = 0;
const onThisWalk = 1;
const settled = 2;

/**
 * Finds every span's parent. Of duplicate IDs, the first counts, because exporters retry batches. A
 * cycle is cut at its earliest span, regardless of arrival.
 */
export function findParents(received: readonly Span[]): Parentage {
  const indexes = new Map<SpanId, number>();
  const spans = received.filter(
    ({ spanId }) => !indexes.has(spanId) && indexes.set(spanId, indexes.size),
  );
  const parents = new Int32Array(spans.length);
  const places: Place[] = Array.from({ length: spans.length }, () => "child");
  for (let index = 0; index < spans.length; index++) {
    const { parentSpanId } = spans[index]!;
    parents[index] = (parentSpanId === undefined ? undefined : indexes.get(parentSpanId)) ?? -1;
    if (parents[index] === -1) places[index] = parentSpanId === undefined ? "root" : "orphan";
  }
  cutCycles(spans, parents, places);
  return { spans, parents, places, inverted: new Set() };
}

function cutCycles(spans: Span[], parents: Int32Array, places: Place[]): void {
  const state = new Uint8Array(spans.length);
  for (let start = 0; start < spans.length; start++) {
    let at = start;
    for (; at !== -1 && state[at] === unseen; at = parents[at]!) state[at] = onThisWalk;
    const isCycle = at !== -1 && state[at] === onThisWalk;
    for (let each = start; each !== -1 && state[each] === onThisWalk; each = parents[each]!)
      state[each] = settled;
    if (isCycle) cut(earliestOfCycle(spans, parents, at), parents, places);
  }
}

function cut(index: number, parents: Int32Array, places: Place[]): void {
  parents[index] = -1;
  places[index] = "cycle";
}

function earliestOfCycle(spans: Span[], parents: Int32Array, member: number): number {
  let earliest = member;
  for (let at = parents[member]!; at !== member; at = parents[at]!) {
    if (startsBefore(spans[at]!, spans[earliest]!)) earliest = at;
  }
  return earliest;
}

const startsBefore = (a: Span, b: Span) =>
  a.startedAtNs < b.startedAtNs || (a.startedAtNs === b.startedAtNs && a.spanId < b.spanId);

/** All indexes, every parent before its children. */
export function parentsFirst(parents: Int32Array): Int32Array {
  const { firstChild, nextSibling } = siblings(parents);
  const order = new Int32Array(parents.length);
  let filled = 0;
  for (let index = 0; index < parents.length; index++)
    if (parents[index] === -1) order[filled++] = index;
  for (let read = 0; read < filled; read++) {
    for (let child = firstChild[order[read]!]!; child !== -1; child = nextSibling[child]!)
      order[filled++] = child;
  }
  return order;
}

function siblings(parents: Int32Array): { firstChild: Int32Array; nextSibling: Int32Array } {
  const firstChild = new Int32Array(parents.length).fill(-1);
  const nextSibling = new Int32Array(parents.length).fill(-1);
  for (let index = parents.length - 1; index >= 0; index--) {
    const parent = parents[index]!;
    if (parent === -1) continue;
    nextSibling[index] = firstChild[parent]!;
    firstChild[parent] = index;
  }
  return { firstChild, nextSibling };
}
