import type { DatabaseSync } from "node:sqlite";
import { stepsOf } from "#server/domain/rollup/steps.ts";
import type { RollupStore } from "#server/storage/rollup-store.ts";
import { inRun, namedValues, type OperationRow, operationsNamed, scanValues } from "./rollup-scan.ts";
import { findNamed, readTierStarts } from "./rollup-window.ts";
import { prepare } from "./statement.ts";

type Row = { at: number; operation_id: number; count: number };

const selectCounts = `SELECT r.at, r.operation_id, sum(r.count) AS count FROM rollups r WHERE ${inRun}
  GROUP BY r.at, r.operation_id`;

/** How often each operation ran, step by step: no sketch is read. */
export function readCounts(reader: DatabaseSync): RollupStore["counts"] {
  const starts = readTierStarts(reader);
  const rowsNamed = findNamed(reader);
  const operations = prepare<OperationRow>(reader, operationsNamed);
  const select = prepare<Row>(reader, selectCounts);

  return async (filter, step) => {
    const { tier, stepMs, times } = stepsOf(filter, step, starts());
    const counts = new Map<number, number[]>();
    if (times.length === 0) return counts;
    const wanted = new Set(operations.all(...namedValues(filter)).map(({ id }) => id));
    const [from, until] = [times[0]!, times.at(-1)! + stepMs];
    for (const { at, operation_id, count } of select.all(
      ...scanValues(filter, rowsNamed(filter), { tier, from, until }),
    )) {
      if (!wanted.has(operation_id)) continue;
      let steps = counts.get(operation_id);
      if (!steps) counts.set(operation_id, (steps = times.map(() => 0)));
      steps[Math.floor((at - from) / stepMs)]! += count;
    }
    return counts;
  };
}
