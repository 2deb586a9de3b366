import { durationText } from "#app/ui/format/duration.ts";
import type { ComparedOperation, OperationTime } from "#server/domain/trace/compare.ts";

/** An operation of two traces as shown; empty on a side without it. */
export type ComparedRow = {
  name: string;
  service: string;
  path: string;
  a?: ComparedTime;
  b?: ComparedTime;
  self: string;
  total: string;
  /** The side with more self time. */
  slower?: "a" | "b";
};

export type ComparedTime = { count: number; total: string; self: string };

export function comparedRow(operation: ComparedOperation): ComparedRow {
  const { name, service, path, before, after, selfDifferenceMs, totalDifferenceMs } = operation;
  const slower = selfDifferenceMs > 0 ? "b" : selfDifferenceMs < 0 ? "a" : undefined;
  return {
    name,
    service,
    path: path.join(" › "),
    ...(before && { a: printed(before) }),
    ...(after && { b: printed(after) }),
    self: signed(selfDifferenceMs),
    total: signed(totalDifferenceMs),
    ...(slower && { slower }),
  };
}

const printed = ({ count, totalMs, selfMs }: OperationTime): ComparedTime => ({
  count,
  total: durationText(totalMs),
  self: durationText(selfMs),
});

/** `+12.0 ms`, `−3.0 ms`; less than half a microsecond is rounding. */
export function signed(ms: number): string {
  if (Math.abs(ms) < 0.0005) return "same";
  return `${ms > 0 ? "+" : "−"}${durationText(Math.abs(ms))}`;
}
