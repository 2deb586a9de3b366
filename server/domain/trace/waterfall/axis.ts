import { clip, type Interval } from "#server/domain/trace/timing/interval.ts";

/** The time range of a waterfall, and its ticks. */
export type Axis = Interval & { ticks: Tick[] };
/** `at`: fraction of the axis. `label`: time since the trace's start. */
export type Tick = { at: number; label: string };

/** Position of a bar: fractions of the axis, to 0.0001 (less than a pixel on any screen). */
export type Bar = { at: number; width: number };

const mostTicks = 6;
/** An axis has a minimum length even if everything happened at one time. */
const shortestMs = 0.01;

/** Ticks are multiples of 1, 2, or 5 times a power of ten; at most six. */
export function axisOf({ fromMs, toMs }: Interval): Axis {
  const length = Math.max(toMs - fromMs, shortestMs);
  const step = roundStep(length / mostTicks);
  const first = Math.ceil(fromMs / step - 1e-9);
  const count = Math.floor((fromMs + length) / step + 1e-9) - first + 1;
  const ticks = Array.from({ length: Math.min(count, mostTicks + 1) }, (_, index) =>
    tick((first + index) * step),
  );
  return { fromMs, toMs: fromMs + length, ticks: ticks.filter(({ at }) => at < 0.99) };

  function tick(ms: number): Tick {
    return { at: fraction((ms - fromMs) / length), label: instant(ms, step) };
  }
}

function roundStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast));
  return ([1, 2, 5, 10].find((factor) => factor * power >= atLeast * (1 - 1e-9)) ?? 10) * power;
}

/** In the unit of the step, with enough digits to distinguish two ticks. */
function instant(ms: number, step: number): string {
  const [divisor, unit] =
    step < 1 ? [1e-3, "µs"] : ms < 1000 && step < 1000 ? [1, "ms"] : [1e3, "s"];
  const digits = Math.max(0, -Math.floor(Math.log10(step / divisor) + 1e-9));
  return `${(ms / divisor).toFixed(digits)} ${unit}`;
}

/** Undefined if the interval is off the axis. A point in time is a bar without width. */
export function barOn(axis: Interval, { fromMs, toMs }: Interval): Bar | undefined {
  const length = axis.toMs - axis.fromMs;
  if (fromMs === toMs && fromMs >= axis.fromMs && fromMs <= axis.toMs) {
    return { at: fraction((fromMs - axis.fromMs) / length), width: 0 };
  }
  const part = clip({ fromMs, toMs }, axis);
  if (!part) return undefined;
  return {
    at: fraction((part.fromMs - axis.fromMs) / length),
    width: fraction((part.toMs - part.fromMs) / length),
  };
}

/** Segments as bars; indistinguishable ones are merged. They must be in order. */
export function segmentsOn(axis: Interval, segments: readonly Interval[]): Bar[] {
  const tooClose = (axis.toMs - axis.fromMs) / 500;
  const merged: Interval[] = [];
  for (const { fromMs, toMs } of segments) {
    const previous = merged.at(-1);
    if (previous && fromMs - previous.toMs < tooClose)
      previous.toMs = Math.max(previous.toMs, toMs);
    else merged.push({ fromMs, toMs });
  }
  return merged.flatMap((segment) => barOn(axis, segment) ?? []);
}

const fraction = (share: number) => Math.round(share * 1e4) / 1e4;
