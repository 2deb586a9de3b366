import { type HistogramBar, histogramBars } from "#app/ui/chart/histogram-bars.ts";
import type { ReleaseMark } from "#server/domain/release/mark.ts";
import { chooseStep } from "#server/domain/rollup/choose-step.ts";
import type { Cover } from "#server/domain/rollup/cover.ts";
import { vitalFiguresOf } from "#server/domain/vital/vital-figures.ts";
import { vitalQuantile } from "#server/domain/vital/vital-rollup.ts";
import type { VitalName } from "#server/domain/vital/vital.ts";
import type { RollupStore, VitalFilter } from "#server/storage/rollups/rollup-store.ts";
import type { VitalListReading } from "#server/read/list-vitals.ts";

/** One vital as a distribution and over time. */
export type VitalChart = {
  vital: VitalName;
  window: { since: number; until: number };
  /** In the vital's unit. Visits without a value (no layout shift) are `zeros`. */
  bars: HistogramBar[];
  zeros: number;
  p50?: number;
  p75?: number;
  steps: VitalStep[];
  releases: ReleaseMark[];
};

type VitalStep = { at: number; count: number; p50?: number; p75?: number; goodShare?: number };

const mostSteps = 60;
const clsScale = 1_000;

export async function readChart(
  rollups: RollupStore,
  all: VitalListReading["all"],
  { since, until, unit }: Cover,
  filter: VitalFilter & { vital: VitalName },
): Promise<Omit<VitalChart, "releases">> {
  const { vital } = filter;
  const rollup = all[vital];
  const series = await rollups.vitalSeries(filter, chooseStep({ since, until, unit }, mostSteps));
  const scale = vital === "cls" ? clsScale : 1;
  return {
    vital,
    window: { since, until },
    zeros: rollup?.values.zeroCount ?? 0,
    bars: histogramBars([...(rollup?.values.buckets() ?? [])]).map(({ from, to, count }) => ({
      from: from / scale,
      to: to / scale,
      count,
    })),
    ...(rollup && {
      p50: vitalQuantile(rollup, vital, 0.5),
      p75: vitalQuantile(rollup, vital, 0.75),
    }),
    steps: series.map(({ at, rollup: step }) => {
      const figures = vitalFiguresOf(vital, step);
      if (!figures) return { at, count: 0 };
      const { count, p75, good } = figures;
      return { at, count, p50: vitalQuantile(step, vital, 0.5), p75, goodShare: good / count };
    }),
  };
}
