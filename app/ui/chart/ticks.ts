import { utc } from "#app/ui/format/ago.ts";
import type { Scale } from "./scale.ts";

/** A round value and its position, as a fraction of the axis. */
export type Tick = { at: number; value: number };

/**
 * On a linear axis, multiples of 1, 2, or 5 times a power of ten, at most `most` besides zero; on a
 * logarithmic one, about as many powers of ten.
 */
export function ticksOf(scale: Scale, most = 5): Tick[] {
  const values = scale.isLog ? powers(scale, most) : steps(scale, most);
  return values.map((value) => ({ value, at: scale.at(value) }));
}

function steps({ low, high }: Scale, most: number): number[] {
  const least = (high - low) / (most + 0.99);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10);
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

/** Every second power, or fewer, if there are many; adds a 3 in between if there is only one. */
function powers({ low, high }: Scale, most: number): number[] {
  const [from, to] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
  const count = Math.max(to - from + 1, 0);
  const stride = Math.max(1, Math.ceil(count / (most + 1)));
  const tens = Array.from(
    { length: Math.ceil(count / stride) },
    (_, index) => 10 ** (from + index * stride),
  );
  if (tens.length > 2) return tens;
  const fine = [from - 1, from, to, to + 1].flatMap((power) =>
    [1, 2, 5].map((factor) => factor * 10 ** power),
  );
  return [...new Set(fine)]
    .filter((value) => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9))
    .toSorted((a, b) => a - b);
}

export type TimeTick = { at: number; label: string };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const timeSteps = [
  5,
  15,
  30,
  60,
  120,
  180,
  360,
  720,
  1_440,
  2_880,
  7 * 1_440,
  14 * 1_440,
  28 * 1_440,
  91 * 1_440,
  182 * 1_440,
];

/**
 * Round UTC times as labels: the time of day within one or two days, otherwise the date. At most
 * five.
 */
export function timeTicks(
  { since, until }: { since: number; until: number },
  most = 5,
): TimeTick[] {
  const length = until - since;
  const step =
    (timeSteps.find((minutes) => length / (minutes * 60_000) <= most) ?? timeSteps.at(-1)!) *
    60_000;
  const first = Math.ceil(since / step) * step;
  const count = Math.max(0, Math.floor((until - first) / step) + 1);
  return Array.from({ length: Math.min(count, most + 1) }, (_, index) => first + index * step)
    .map((time) => ({ at: (time - since) / length, label: timeLabel(time, step) }))
    .filter(({ at }) => at >= 0 && at <= 1);
}

/** `14:30`; `Nov 21` at midnight. */
function timeLabel(time: number, step: number): string {
  if (step >= dayMs) return dayLabel(time);
  return time % dayMs === 0 ? dayLabel(time) : utc(time).slice(11, 16);
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `Nov 21`, without a locale. */
export function dayLabel(time: number): string {
  const date = new Date(time);
  return `${months[date.getUTCMonth()]} ${date.getUTCDate()}`;
}

/** `Nov 21, 09:35`, with the year if it differs from that of `now`. */
export function momentLabel(time: number, now: number): string {
  const year = new Date(time).getUTCFullYear();
  const day = `${dayLabel(time)}${year === new Date(now).getUTCFullYear() ? "" : `, ${year}`}`;
  return `${day}, ${utc(time).slice(11, 16)}`;
}
