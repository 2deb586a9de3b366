import { clip, coveredMs, type Interval } from "#server/domain/trace/timing/interval.ts";
import type { FramedStep } from "#server/domain/trace/route-tree/route-frame.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";
import { sumOf } from "./quantile-of.ts";
import type { SampledRequest } from "./sampled-request.ts";

/**
 * The time of one loader, action, or middleware in one request, without steps that ran inside it.
 * Milliseconds.
 */
export type StepTime = {
  step: FramedStep;
  durationMs: number;
  /** In its own code, without running child spans. */
  selfMs: number;
  /** How long the request waited for it. */
  waitedMs: number;
  failed: boolean;
};

/** Middleware runs around everything below it: a step's time excludes that of inner steps. */
export function stepTimes(request: SampledRequest): StepTime[] {
  const inner = innerSteps(request.steps);
  return request.steps.map((step) => timeOf(request, step, inner.get(step) ?? []));
}

function timeOf(
  { trace, waitedFor }: SampledRequest,
  step: FramedStep,
  inner: FramedStep[],
): StepTime {
  const { node } = step;
  const covered = coveredMs(
    inner.flatMap((each) => clip(intervalOf(each.node), intervalOf(node)) ?? []),
  );
  const durationMs = node.endMs - node.startMs - covered;
  return {
    step,
    durationMs,
    selfMs: Math.min(durationMs, trace.selfMs[node.position]!),
    waitedMs: Math.max(0, waitedFor(node) - sumOf(inner.map((each) => waitedFor(each.node)))),
    failed: trace.failed[node.position] === 1,
  };
}

/** For each step, the outermost ones inside it, in order of start. Parents come first. */
function innerSteps(steps: FramedStep[]): Map<FramedStep, FramedStep[]> {
  const inner = new Map<FramedStep, FramedStep[]>();
  const open: FramedStep[] = [];
  for (const step of steps.toSorted((a, b) => a.node.position - b.node.position)) {
    while (open.length > 0 && open.at(-1)!.node.last < step.node.position) open.pop();
    const outer = open.at(-1);
    if (outer && !inner.get(outer)?.push(step)) inner.set(outer, [step]);
    open.push(step);
  }
  return inner;
}

const intervalOf = ({ startMs, endMs }: TraceNode): Interval => ({ fromMs: startMs, toMs: endMs });
