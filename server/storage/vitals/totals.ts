import type { Steps } from "#server/domain/rollup/steps.ts";
import { emptyVitalRollup, mergeWrittenVitalRollup } from "#server/domain/vital/vital-rollup.ts";
import {
  type DeviceClass,
  deviceClasses,
  type VitalName,
  vitalNames,
  type VitalRollup,
} from "#server/domain/vital/vital.ts";
import { type EachCell, type RollupRow, stepOf } from "#server/storage/rollups/totals.ts";

/** A cell's part encodes its vital and its device class. */
export const partOf = (vital: number, device: number): number =>
  vital * deviceClasses.length + device;
const vitalOf = (part: number): VitalName => vitalNames[Math.floor(part / deviceClasses.length)]!;
const deviceOf = (part: number): DeviceClass => deviceClasses[part % deviceClasses.length]!;

type VitalTotal = { route: string; device: DeviceClass; vital: VitalName; rollup: VitalRollup };

/** Rows merged by route, device, and vital. `routes`: those of the filter's pages, by number. */
export function vitalTotals(
  routes: Map<number, string>,
  eachCell: EachCell,
  device: DeviceClass | undefined,
) {
  const merged = new Map<string, VitalTotal>();
  return {
    add(row: RollupRow): void {
      const route = routes.get(row.subject);
      if (route === undefined) return;
      eachCell(row, ({ part, rollup }) => {
        const of = deviceOf(part);
        if (device !== undefined && of !== device) return;
        const key = `${part}:${route}`;
        const total = merged.get(key) ?? {
          route,
          device: of,
          vital: vitalOf(part),
          rollup: emptyVitalRollup(),
        };
        merged.set(key, total);
        mergeWrittenVitalRollup(total.rollup, rollup);
      });
    },
    // Removed values leave an empty cell.
    result: () => [...merged.values()].filter(({ rollup }) => rollup.values.count > 0),
  };
}

type VitalSeriesFilter = { vital: VitalName; device?: DeviceClass | undefined };

/** One vital of these pages, per step. */
export function vitalSeriesTotals(
  routes: Map<number, string>,
  eachCell: EachCell,
  steps: Steps,
  { vital, device }: VitalSeriesFilter,
) {
  const totals = steps.times.map((at) => ({ at, rollup: emptyVitalRollup() }));
  return {
    add(row: RollupRow): void {
      if (!routes.has(row.subject)) return;
      const total = totals[stepOf(row, steps)]!.rollup;
      eachCell(row, ({ part, rollup }) => {
        const isDevice = device === undefined || deviceOf(part) === device;
        if (isDevice && vitalOf(part) === vital) mergeWrittenVitalRollup(total, rollup);
      });
    },
    result: () => totals,
  };
}
