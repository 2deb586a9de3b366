import type { TraceNode, TraceTree } from "./trace-tree.ts";

/**
 * What each span spent itself, in milliseconds by position: its duration without the time in which at least one child
 * ran. Children count only where they lie within it.
 */
export function selfTimes({ nodes }: TraceTree): Float64Array {
  return Float64Array.from(nodes, selfTime);
}

// By hand and not with `coveredMs`: an object an interval makes it four times as slow on large traces.
function selfTime({ startMs, endMs, children }: TraceNode): number {
  let self = endMs - startMs;
  let reached = startMs;
  for (const child of children) {
    const to = Math.min(child.endMs, endMs);
    if (to <= reached) continue;
    self -= to - Math.max(child.startMs, reached);
    reached = to;
  }
  return Math.max(0, self);
}
