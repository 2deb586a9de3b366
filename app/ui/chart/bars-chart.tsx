import { skylinePath } from "./line-path.ts";
import { Plot } from "./plot.tsx";
import { linearScale } from "./scale.ts";
import { timeTicks } from "./ticks.ts";

type BarsProps = {
  sentence: string;
  window: { since: number; until: number };
  /** One a step, oldest first; the steps fill the window. */
  values: readonly number[];
  label: (value: number) => string;
  tone?: "bad";
  withTimes?: boolean;
  height?: number;
};

/** Amounts over time as a skyline, from zero to the largest, which its one mark names. */
export function BarsChart({ sentence, window, values, label, tone, withTimes = true, height = 48 }: BarsProps) {
  const most = Math.max(...values, 0);
  const scale = linearScale(0, most || 1);
  return (
    <Plot
      {...{ sentence, height, label }}
      ticks={most > 0 ? [{ at: 1, value: most }] : []}
      times={withTimes ? timeTicks(window) : []}
    >
      {most > 0 && <path className={tone ? `bars ${tone}` : "bars"} d={skylinePath(values.map(scale.at))} />}
    </Plot>
  );
}
