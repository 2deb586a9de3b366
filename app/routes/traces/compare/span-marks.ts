import { type ComparedOperation, ownDifferenceMs } from "#server/domain/trace/compare.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";
import { signed } from "./compared-row.ts";

type Compared = { differenceMs: number; noiseMs: number; operations: ComparedOperation[] };

/** The marked spans of a trace, each with its note. */
export type SpanMarks = Map<TraceNode, string>;

const mostCauses = 3;

/** In both traces, the spans that explain most of the difference. Operations: by own change. */
export function spanMarks({ differenceMs, noiseMs, operations }: Compared): {
  a: SpanMarks;
  b: SpanMarks;
} {
  const marks = { a: new Map<TraceNode, string>(), b: new Map<TraceNode, string>() };
  if (Math.abs(differenceMs) <= noiseMs) return marks;
  const isCause = (each: ComparedOperation) => {
    const ownMs = ownDifferenceMs(each);
    return Math.abs(ownMs) > noiseMs && ownMs > 0 === differenceMs > 0;
  };
  for (const cause of operations.filter(isCause).slice(0, mostCauses)) {
    const { before, after } = cause;
    mark(marks.a, before?.nodes, after ? "" : "only in A");
    mark(marks.b, after?.nodes, before ? signed(ownDifferenceMs(cause)) : "only in B");
    for (const call of operations.filter((each) => isApart(each, cause))) {
      mark(marks.a, call.before?.nodes, "in parallel");
      mark(marks.b, call.after?.nodes, "overlaps less");
    }
  }
  return marks;
}

function mark(marks: SpanMarks, nodes: TraceNode[] = [], note: string): void {
  for (const node of nodes) if (!marks.get(node)) marks.set(node, note);
}

/** Whether it is one of the cause's calls that no longer run in parallel. */
const isApart = ({ name, path }: ComparedOperation, cause: ComparedOperation): boolean =>
  cause.apart.includes(name) && path.join("\n") === [...cause.path, cause.name].join("\n");
