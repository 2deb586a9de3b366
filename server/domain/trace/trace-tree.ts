import type { Span } from "./span.ts";

/**
 * The spans of one trace in the order of a waterfall. Times are milliseconds since the trace's
 * start.
 */
export type TraceTree = {
  /**
   * Depth first, children in order of start: a node's descendants are `nodes[position + 1]` to
   * `nodes[last]`.
   */
  nodes: TraceNode[];
  roots: TraceNode[];
  /** Where time is zero: the earliest start, nanoseconds since 1970. */
  originNs: bigint;
  /** From the earliest start to the latest end. Roots that are apart are left out. */
  durationMs: number;
};

export type TraceNode = {
  span: Span;
  /** In `nodes`, and in every column that is computed from them. */
  position: number;
  /** Position of the last descendant; its own when it has none. */
  last: number;
  depth: number;
  parent: TraceNode | undefined;
  children: TraceNode[];
  place: Place;
  /**
   * A page load drawn around the request for its document, which is its parent on the wire
   * (PROTOCOL B.6).
   */
  inverted: boolean;
  startMs: number;
  endMs: number;
  /** How much the span was moved because its clock was wrong; 0 where it was not. */
  shiftedMs: number;
};

/**
 * Why a node is where it stands. `root`: it names no parent · `orphan`: its parent never came ·
 * `cycle`: its ancestors led back to it, and the circle was cut here · `cached-load`: one more load
 * of a page that a cache handed out with its first visitor's trace id · `report`: a vital that the
 * browser sent on its own, of work that is not in the trace.
 */
export type Place = "child" | "root" | "orphan" | "cycle" | "cached-load" | "report";

/** Roots whose time is none of the trace's: they may be minutes before it or days after. */
export const isApart = ({ place }: { place: Place }): boolean =>
  place === "cached-load" || place === "report";

/**
 * An instant as milliseconds since another one. Exact to the nanosecond within 104 days: the one
 * conversion there is.
 */
export const msSince = (originNs: bigint, atNs: bigint): number => Number(atNs - originNs) / 1e6;

/** The nodes of the subtree, the node itself first. */
export const subtree = (tree: TraceTree, node: TraceNode): TraceNode[] =>
  tree.nodes.slice(node.position, node.last + 1);
