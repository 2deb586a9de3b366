import { shareOf } from "#server/domain/count.ts";
import type { OperationKind } from "./operation.ts";
import type { Rollup } from "./rollup.ts";

/** Satisfying durations in milliseconds: Apdex's T. Four times that is tolerable. */
const targets: { [kind in OperationKind]?: number } = {
  server: 500,
  consumer: 500,
  loader: 500,
  action: 500,
  document: 2_500,
};
const otherTarget = 1_000;
const toleratedTimes = 4;

export const apdexTargetMs = (kind: OperationKind): number => targets[kind] ?? otherTarget;

/** Counts into `satisfied` or `tolerated`; a failed request is neither. */
export function countApdex(
  rollup: Rollup,
  kind: OperationKind,
  durationMs: number,
  failed: boolean,
): void {
  const target = apdexTargetMs(kind);
  if (failed || durationMs > toleratedTimes * target) return;
  if (durationMs <= target) rollup.satisfied += 1;
  else rollup.tolerated += 1;
}

/** From 0 to 1: satisfied, and half of tolerated (apdex.org); undefined without requests. */
export function apdexOf({ durations, satisfied, tolerated }: Rollup): number | undefined {
  return shareOf(satisfied + tolerated / 2, durations.count);
}

/** From 0 to 1; undefined without requests. */
export function failureRateOf({ durations, failed }: Rollup): number | undefined {
  return shareOf(failed, durations.count);
}
