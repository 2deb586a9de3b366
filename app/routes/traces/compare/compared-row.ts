import { durationText } from "#app/ui/format/duration.ts";
import {
  type ComparedOperation,
  type OperationTime,
  ownDifferenceMs,
} from "#server/domain/trace/compare.ts";

/** An operation of two traces as shown; empty on a side without it. */
export type ComparedRow = {
  name: string;
  service: string;
  path: string;
  a?: ComparedTime;
  b?: ComparedTime;
  /** In self time and in the overlap of its calls. */
  own: string;
  total: string;
  /** `Calls overlap 67.2 ms less`, if that is more than noise. */
  note?: string;
  /** More than noise slower in B, by itself. */
  isSlower?: true;
};

export type ComparedTime = { count: number; total: string; self: string };

/** Smaller changes than this share of the longer trace are noise. */
export const noiseShare = 0.01;

export function comparedRow(operation: ComparedOperation, noiseMs: number): ComparedRow {
  const { name, service, path, before, after, totalDifferenceMs, lostOverlapMs } = operation;
  const ownMs = ownDifferenceMs(operation);
  return {
    name,
    service,
    path: path.join(" › "),
    ...(before && { a: printed(before) }),
    ...(after && { b: printed(after) }),
    own: signed(ownMs),
    total: signed(totalDifferenceMs),
    ...(before && after && Math.abs(lostOverlapMs) > noiseMs && { note: overlapText(operation) }),
    ...(ownMs > noiseMs && { isSlower: true }),
  };
}

export const overlapText = ({ lostOverlapMs }: Pick<ComparedOperation, "lostOverlapMs">): string =>
  `Calls overlap ${durationText(Math.abs(lostOverlapMs))} ${lostOverlapMs > 0 ? "less" : "more"}`;

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
