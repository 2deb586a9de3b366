import type { ReleaseMark } from "#server/domain/release/mark.ts";
import { barsPath } from "./line-path.ts";
import { Plot } from "./plot.tsx";
import { scaleFor } from "./scale.ts";
import { ticksOf, timeTicks } from "./ticks.ts";

type BarsProps = {
  sentence: string;
  window: { since: number; until: number };
  /** One per step, oldest first; the steps fill the window. */
  values: readonly number[];
  /** The failed part of each value, drawn over it in red. */
  failed?: readonly number[];
  label: (value: number) => string;
  tone?: "bad";
  withTimes?: boolean;
  height?: number;
  releases?: readonly ReleaseMark[];
};

/** Amounts over time as bars from zero. */
export function BarsChart(props: BarsProps) {
  const {
    sentence,
    window,
    values,
    failed = [],
    label,
    tone,
    withTimes = true,
    height = 72,
    releases = [],
  } = props;
  const scale = scaleFor(values);
  const share = (time: number) => (time - window.since) / (window.until - window.since);
  return (
    <Plot
      {...{ sentence, height, label }}
      marks={{ releases, at: share }}
      ticks={values.some((value) => value > 0) ? ticksOf(scale, 1) : []}
      times={withTimes ? timeTicks(window) : []}
    >
      <path className={tone ? `bars ${tone}` : "bars"} d={barsPath(values.map(scale.at))} />
      {failed.length > 0 && <path className="bars bad" d={barsPath(failed.map(scale.at))} />}
    </Plot>
  );
}
