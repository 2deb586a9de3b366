import type { Interval } from "./interval.ts";

type Times = { startMs: number; endMs: number };

/** A call from one clock to another, at the times that both sent. `shiftMs` is what the parent's clock is moved by. */
export type CallTimes = { parent: Times; child: Times; shiftMs: number; isAwaited: boolean };

/** Browsers round to whole milliseconds: less than that is no wrong clock. */
const toleranceMs = 1;

/** A server's span ends once its response has left, which a busy process hears of after the client has all of it. Measured: 18 ms. */
const lateEndMs = 25;

/**
 * By how much the clock of the children is wrong, from all calls into it: 0, or what the callers' clock is moved by, where
 * every call can have happened so; else the middle of what all calls allow, which is right where a network is as slow in
 * both directions. Where no one shift suits all, children that only end too late were not waited for.
 */
export function shiftOf(calls: readonly CallTimes[]): number {
  const [first] = calls;
  if (!first) return 0;
  const allowed = intersectionOf(calls.map(allowedShift));
  for (const shift of [first.shiftMs, 0]) if (isWithin(allowed, shift)) return shift;
  if (allowed.toMs === Infinity || allowed.toMs < allowed.fromMs) return rounded(Math.max(allowed.fromMs, 0));
  return rounded((allowed.fromMs + allowed.toMs) / 2);
}

/** A child begins after its parent, and one that was waited for ends before it unless it took longer altogether. */
function allowedShift({ parent, child, shiftMs, isAwaited }: CallTimes): Interval {
  const fromMs = parent.startMs + shiftMs - child.startMs;
  const toMs = parent.endMs + shiftMs - child.endMs;
  return { fromMs, toMs: isAwaited && toMs >= fromMs ? toMs : Infinity };
}

const intersectionOf = (intervals: Interval[]): Interval =>
  intervals.reduce((a, b) => ({ fromMs: Math.max(a.fromMs, b.fromMs), toMs: Math.min(a.toMs, b.toMs) }));

const isWithin = ({ fromMs, toMs }: Interval, shift: number): boolean =>
  shift >= fromMs - toleranceMs && shift <= toMs + lateEndMs;

const rounded = (ms: number): number => Math.round(ms * 1e6) / 1e6;
