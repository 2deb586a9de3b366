import { comparedMessage, isSameFailure, isSummary } from "#server/domain/event/same-failure.ts";
import type { SpanId } from "#server/domain/ids.ts";
import type { AnalyzedTrace } from "./timing/analyze.ts";
import { exceptionsOf } from "./failure.ts";
import { msSince, type TraceNode } from "./trace-tree.ts";

/** An error in a trace. */
export type TraceError = {
  spanId: SpanId;
  name: string;
  service: string;
  /** Milliseconds since the trace's start, on the corrected clock. */
  atMs: number;
  /** The exception's type, otherwise the span's kind of error. */
  type?: string;
  message?: string;
  stack?: string;
  /** Outer spans that recorded the same exception, innermost first. */
  passedThrough: SpanId[];
};

/**
 * All errors in order of time: every exception once, regardless of the number of spans it passed,
 * and each failed span without an error of its own or below it, which would be the same failure.
 */
export function errorsInTime(trace: AnalyzedTrace): TraceError[] {
  const { nodes, originNs } = trace.tree;
  const known = new KnownFailures();
  const errors: TraceError[] = [];
  let explained = Infinity;
  // Backwards: descendants of a span come before it, nearest last.
  for (let position = nodes.length - 1; position >= 0; position--) {
    const node = nodes[position]!;
    const found = thrownBy(node, originNs);
    const isBare = found.length === 0 && trace.failed[position] === 1 && explained > node.last;
    for (const error of isBare ? [bareFailure(node)] : found) {
      const inner = known.like(error);
      if (inner && inner.position <= node.last) passThrough(inner.error, error);
      else errors.push(known.add({ error, position }));
    }
    if (found.length > 0 || isBare) explained = position;
  }
  return errors.toSorted((a, b) => a.atMs - b.atMs);
}

type Thrown = { error: TraceError; position: number };

/** The errors found so far, indexed to avoid comparing all pairs. */
class KnownFailures {
  readonly #byText = new Map<string, Thrown>();
  readonly #summaries: Thrown[] = [];

  like(error: TraceError): Thrown | undefined {
    const { type, message = "" } = error;
    const same = this.#byText.get(message === "" ? `type ${type}` : message);
    return (
      same ?? this.#summaries.find((each) => isSameFailure(reportOf(each.error), reportOf(error)))
    );
  }

  add(thrown: Thrown): TraceError {
    const { type, message = "" } = thrown.error;
    this.#byText.set(message === "" ? `type ${type}` : message, thrown);
    if (isSummary(message) && this.#summaries.length < mostSummaries)
      this.#summaries.unshift(thrown);
    return thrown.error;
  }
}

const mostSummaries = 20;

const reportOf = ({ type, message = "", stack = "" }: TraceError) => ({
  types: [type, /^(\w[\w.]{0,99}): /.exec(stack)?.[1]].filter((each) => each !== undefined),
  message: comparedMessage(message),
});

/** A summary at the innermost span receives type, message, and stack from outer spans. */
function passThrough(inner: TraceError, { spanId, type, message, stack }: TraceError): void {
  inner.passedThrough.push(spanId);
  if (!isSummary(inner.message ?? "")) return;
  Object.assign(inner, {
    ...(type !== undefined && { type }),
    ...(stack !== undefined && { stack }),
    message,
  });
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

const placeOf = ({ span }: TraceNode) => ({
  spanId: span.spanId,
  name: span.name,
  service: span.service,
});
