import type { SpanId } from "#server/domain/ids.ts";
import type { AnalysedTrace } from "./analyse.ts";
import { exceptionsOf } from "./failure.ts";
import { msSince, type TraceNode } from "./trace-tree.ts";

/** Something that went wrong in a trace. */
export type TraceError = {
  spanId: SpanId;
  name: string;
  service: string;
  /** Milliseconds since the trace's start, on the corrected clock. */
  atMs: number;
  /** The exception's type, else the kind of error that the span names. */
  type?: string;
  message?: string;
  stack?: string;
  /** Spans further out that recorded the same exception as it passed, innermost first. */
  passedThrough: SpanId[];
};

/**
 * All that failed, in order of time: every exception once however many spans it went through, and each failed span that has
 * none of its own and none below it, which would be the same failure told again.
 */
export function errorsInTime(trace: AnalysedTrace): TraceError[] {
  const { nodes, originNs } = trace.tree;
  const known = new Map<string, { error: TraceError; position: number }>();
  const errors: TraceError[] = [];
  let explained = Infinity;
  // Backwards: what lies below a span is seen before it, nearest last.
  for (let position = nodes.length - 1; position >= 0; position--) {
    const node = nodes[position]!;
    const found = thrownBy(node, originNs);
    const isBare = found.length === 0 && trace.failed[position] === 1 && explained > node.last;
    for (const error of isBare ? [bareFailure(node)] : found) {
      const key = JSON.stringify([error.type, error.message]);
      const inner = known.get(key);
      if (inner && inner.position <= node.last) inner.error.passedThrough.push(error.spanId);
      else errors.push(remember(known, key, { error, position }).error);
    }
    if (found.length > 0 || isBare) explained = position;
  }
  return errors.toSorted((a, b) => a.atMs - b.atMs);
}

function remember<Value>(known: Map<string, Value>, key: string, value: Value): Value {
  known.set(key, value);
  return value;
}

function thrownBy(node: TraceNode, originNs: bigint): TraceError[] {
  return exceptionsOf(node.span).map(({ type, message, stack, atNs }) => ({
    ...placeOf(node),
    atMs: msSince(originNs, atNs) + node.shiftedMs,
    ...(type !== undefined && { type }),
    ...(message !== undefined && { message }),
    ...(stack !== undefined && { stack }),
    passedThrough: [],
  }));
}

function bareFailure(node: TraceNode): TraceError {
  const { attributes, statusMessage } = node.span;
  const type = attributes["error.type"];
  return {
    ...placeOf(node),
    atMs: node.endMs,
    ...(typeof type === "string" && type !== "" && { type }),
    ...(statusMessage && { message: statusMessage }),
    passedThrough: [],
  };
}

const placeOf = ({ span }: TraceNode) => ({ spanId: span.spanId, name: span.name, service: span.service });
