import type { Span } from "./span.ts";

/** The spans of one trace in waterfall order. Times are milliseconds since the trace's start. */
export type TraceTree = {
  /**
   * Depth first, children in order of start: a node's descendants are `nodes[position + 1]` to
   * `nodes[last]`.
   */
  nodes: TraceNode[];
  roots: TraceNode[];
  /** Zero of the axis: the earliest start, nanoseconds since 1970. */
  originNs: bigint;
  /** From the earliest start to the latest end, without separate roots. */
  durationMs: number;
};

export type TraceNode = {
  span: Span;
  /** In `nodes`, and in every column computed from them. */
  position: number;
  /** Position of the last descendant; its own if it has none. */
  last: number;
  depth: number;
  parent: TraceNode | undefined;
  children: TraceNode[];
  place: Place;
  /** A page load drawn around the request for its document, which is its sent parent. */
  inverted: boolean;
  startMs: number;
  endMs: number;
  /** The span's shift by clock correction; 0 without one. */
  shiftedMs: number;
};

/**
 * A node's kind of position. `root`: no parent. `orphan`: its parent is missing. `cycle`: a
 * circular parent reference was removed here. `cached-load`: another load of a page that a cache
 * served with the first visitor's trace ID. `report`: a vital that the browser sent separately,
 * about work outside the trace.
 */
export type Place = "child" | "root" | "orphan" | "cycle" | "cached-load" | "report";

/** Roots outside the trace's time: they may be minutes before it or days after. */
export const isApart = ({ place }: { place: Place }): boolean =>
  place === "cached-load" || place === "report";

/**
 * A time in milliseconds since another. Exact to the nanosecond within 104 days: the only such
 * conversion.
 */
export const msSince = (originNs: bigint, atNs: bigint): number => Number(atNs - originNs) / 1e6;

/** The nodes of the subtree, the node itself first. */
export const subtree = (tree: TraceTree, node: TraceNode): TraceNode[] =>
  tree.nodes.slice(node.position, node.last + 1);
