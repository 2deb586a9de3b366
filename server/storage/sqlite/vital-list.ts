import type { DatabaseSync } from "node:sqlite";
import type { Run } from "#server/domain/rollup/cover.ts";
import { stepsOf } from "#server/domain/rollup/steps.ts";
import { emptyVitalRollup, mergeEncodedVitalRollup } from "#server/domain/vital/vital-rollup.ts";
import {
  type DeviceClass,
  deviceClasses,
  type VitalName,
  vitalNames,
  type VitalRollup,
} from "#server/domain/vital/vital.ts";
import type { RollupStore, VitalFilter } from "#server/storage/rollup-store.ts";
import { findNamed, readCover, readTierStarts, tierNumber } from "./rollup-window.ts";
import { prepare } from "./statement.ts";

type Row = { at: number; route: string; vital: number; device: number; rollup: Uint8Array };

const select = `SELECT v.at, p.route, v.vital, v.device, v.rollup FROM vital_rollups v JOIN vital_pages p ON p.id = v.page_id
  WHERE v.project_id = ?1 AND v.tier = ?2 AND v.at >= ?3 AND v.at < ?4
    AND (?5 IS NULL OR v.environment_id = ?5) AND (?6 IS NULL OR v.release_id = ?6)
    AND (?7 IS NULL OR p.service = ?7) AND (?8 IS NULL OR p.route = ?8)
    AND (?9 IS NULL OR v.device = ?9) AND (?10 IS NULL OR v.vital = ?10)`;

export function readVitals(reader: DatabaseSync): Pick<RollupStore, "vitals" | "vitalSeries"> {
  const coverOf = readCover(reader);
  const starts = readTierStarts(reader);
  const rowsNamed = findNamed(reader);
  const statement = prepare<Row>(reader, select);

  function rowsOf(filter: VitalFilter & { vital?: VitalName }, { tier, from, until }: Run): Row[] {
    const { environment, release } = rowsNamed(filter);
    const { projectId, service = null, route = null, device, vital } = filter;
    const deviceNumber = device === undefined ? null : deviceClasses.indexOf(device);
    const vitalNumber = vital === undefined ? null : vitalNames.indexOf(vital);
    const range = [projectId, tierNumber(tier), from, until, environment, release] as const;
    return statement.all(...range, service, route, deviceNumber, vitalNumber);
  }

  return {
    async vitals(filter) {
      const merged = new Map<string, { route: string; device: DeviceClass; vital: VitalName; rollup: VitalRollup }>();
      for (const { route, device, vital, rollup } of coverOf(filter).runs.flatMap((run) => rowsOf(filter, run))) {
        const key = `${vital}:${device}:${route}`;
        let total = merged.get(key);
        if (!total) {
          total = { route, device: deviceClasses[device]!, vital: vitalNames[vital]!, rollup: emptyVitalRollup() };
          merged.set(key, total);
        }
        mergeEncodedVitalRollup(total.rollup, rollup);
      }
      return [...merged.values()];
    },

    async vitalSeries(filter, step) {
      const { tier, stepMs, times } = stepsOf(filter, step, starts());
      const steps = times.map((at) => ({ at, rollup: emptyVitalRollup() }));
      if (steps.length === 0) return [];
      const [from, until] = [times[0]!, times.at(-1)! + stepMs];
      for (const { at, rollup } of rowsOf(filter, { tier, from, until })) {
        mergeEncodedVitalRollup(steps[Math.floor((at - from) / stepMs)]!.rollup, rollup);
      }
      return steps;
    },
  };
}
