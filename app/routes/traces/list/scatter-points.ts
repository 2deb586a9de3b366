import { durationText } from "#app/ui/format/duration.ts";
import { moment } from "#app/ui/format/ago.ts";
import { dayLabel, timeTicks } from "#app/ui/chart/ticks.ts";
import type { TraceRow } from "./trace-row.ts";

/** A scatter plot of durations over time: positions are fractions from the left and top. */
type Scatter = {
  points: Point[];
  durations: Mark[];
  times: Mark[];
  isLog: boolean;
  timeAt: (timeMs: number) => number;
};
export type Point = {
  traceId: string;
  x: number;
  y: number;
  failed: boolean;
  fromBrowser: boolean;
  title: string;
};
type Mark = { at: number; label: string };

/** Above this ratio, a linear axis would squeeze most points into one line. */
const logFrom = 20;
const shortestMs = 0.001;
const mostMarks = 5;

export function scatterOf(rows: TraceRow[]): Scatter {
  const durations = rows.map(({ durationMs }) => Math.max(durationMs, shortestMs));
  const [least, most] = [Math.min(...durations), Math.max(...durations)];
  const isLog = most / least >= logFrom;
  const [low, high] = isLog ? [10 ** Math.floor(Math.log10(least)), most * 1.3] : [0, most * 1.1];
  const y = (ms: number) =>
    1 -
    (isLog ? Math.log(Math.max(ms, low) / low) / Math.log(high / low) : (ms - low) / (high - low));
  const x = timeAxis(rows);
  return {
    isLog,
    points: rows.map(({ traceId, name, startedAt, durationMs, errors, fromBrowser = false }) => ({
      traceId,
      x: rounded(x.at(startedAt)),
      y: rounded(y(durationMs)),
      failed: errors > 0,
      fromBrowser,
      title: `${name}, ${durationText(durationMs)}, ${moment(startedAt)} UTC${errors > 0 ? ", failed" : ""}`,
    })),
    durations: (isLog ? powers(low, high) : steps(high)).map((ms) => ({
      at: rounded(y(ms)),
      label: brief(ms),
    })),
    times: x.marks,
    timeAt: x.at,
  };
}

function timeAxis(rows: TraceRow[]): { at: (timeMs: number) => number; marks: Mark[] } {
  const starts = rows.map(({ startedAt }) => startedAt);
  const [since, until] = [Math.min(...starts), Math.max(...starts)];
  const length = until - since;
  if (length < shortestAxisMs)
    return {
      at: (timeMs) => (length === 0 ? 0.5 : inside((timeMs - since) / length)),
      marks: [{ at: 0.5, label: moment(since).slice(0, -3) }],
    };
  const ticks = timeTicks({ since, until });
  // The first names the day.
  const marks = ticks.map(({ at, label }, index) => ({
    at: inside(at),
    label: index === 0 && label.includes(":") ? `${dayLabel(since)}, ${label}` : label,
  }));
  return { at: (timeMs) => inside((timeMs - since) / length), marks };
}

/** Shorter ranges have no two round times of day. */
const shortestAxisMs = 10 * 60_000;

/** A margin at both ends, because points have a radius. */
const inside = (share: number): number => 0.01 + 0.98 * share;

/** 1 ms, 10 ms, 100 ms, …: every second one or fewer if there are many. */
function powers(low: number, high: number): number[] {
  const from = Math.round(Math.log10(low));
  const count = Math.floor(Math.log10(high) + 1e-9) - from + 1;
  const stride = Math.ceil(count / mostMarks);
  return Array.from(
    { length: Math.ceil(count / stride) },
    (_, index) => 10 ** (from + index * stride),
  );
}

function steps(high: number): number[] {
  const power = 10 ** Math.floor(Math.log10(high / mostMarks));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= high / mostMarks) ?? 10);
  return Array.from({ length: Math.floor(high / step) + 1 }, (_, index) => index * step);
}

/** Axis marks are round numbers: `10.0 ms` would suggest more precision. */
const brief = (ms: number): string => durationText(ms).replace(/\.0+(?= )/, "");

const rounded = (share: number): number => Math.round(share * 1e4) / 1e4;
