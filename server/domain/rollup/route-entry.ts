import { type Change, quantileChange, rateChange } from "./compare/change.ts";
import type { StoredOperation } from "./operation.ts";
import { slowQuantile } from "./percentiles.ts";
import type { Rollup } from "./rollup.ts";

/** An operation in a window, with its previous period. */
export type RouteEntry = {
  operation: StoredOperation;
  rollup: Rollup;
  /** Share of the time of all listed operations: a fraction. */
  timeShare: number;
  perMinute: number;
  /** Undefined without a previous period; null if the operation is absent from it. */
  before?: { rollup: Rollup; perMinute: number } | null;
  minutes: { now: number; before: number };
};

type Counted = { operation: StoredOperation; rollup: Rollup }[];

/** `before` is undefined without a previous period. */
export function routeEntries(
  current: Counted,
  minutes: RouteEntry["minutes"],
  before: Counted | undefined,
): RouteEntry[] {
  const earlier = new Map(before?.map(({ operation, rollup }) => [operation.id, rollup]));
  const totalMs = current.reduce((sum, { rollup }) => sum + rollup.totalMs, 0);
  return current.map(({ operation, rollup }) => {
    const was = earlier.get(operation.id);
    const entry = { operation, rollup, minutes, perMinute: rollup.durations.count / minutes.now };
    const timeShare = totalMs > 0 ? rollup.totalMs / totalMs : 0;
    if (!before) return { ...entry, timeShare };
    return {
      ...entry,
      timeShare,
      before: was ? { rollup: was, perMinute: was.durations.count / minutes.before } : null,
    };
  });
}

/** The fields of an entry needed to compare. */
export type Compared = Pick<RouteEntry, "rollup" | "before" | "minutes">;

export const isNew = ({ before }: Compared): boolean => before === null;

export function countChange({ rollup, before, minutes }: Compared): Change | undefined {
  if (!before) return undefined;
  const was = { count: before.rollup.durations.count, minutes: minutes.before };
  return rateChange(was, { count: rollup.durations.count, minutes: minutes.now });
}

export function durationChange({ rollup, before }: Compared): Change | undefined {
  return before
    ? quantileChange(before.rollup.durations, rollup.durations, slowQuantile)
    : undefined;
}
