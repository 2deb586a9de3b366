import type { DatabaseSync } from "node:sqlite";
import { mergeEncodedRollup } from "#server/domain/rollup/rollup-bytes.ts";
import { emptyRollup, type Rollup } from "#server/domain/rollup/rollup.ts";
import type { RollupFilter, RollupStore } from "#server/storage/rollup-store.ts";
import { inRun, namedValues, operationOf, type OperationRow, operationsNamed, scanValues } from "./rollup-scan.ts";
import { findNamed, readCover } from "./rollup-window.ts";
import { prepare } from "./statement.ts";

const columns = "id, service, kind, route";

/** Every operation of a window: one range of rows a run, merged here. */
export function readOperations(
  reader: DatabaseSync,
): Pick<RollupStore, "operations" | "operation" | "operationsOf" | "facets"> {
  const coverOf = readCover(reader);
  const rowsNamed = findNamed(reader);
  const all = prepare<OperationRow>(reader, operationsNamed);
  const byId = prepare<OperationRow>(reader, `SELECT ${columns} FROM operations WHERE project_id = ? AND id = ?`);
  const byRoute = prepare<OperationRow>(
    reader,
    `SELECT ${columns} FROM operations WHERE project_id = ? AND route = ? ORDER BY service, kind`,
  );
  const scan = prepare<{ operation_id: number; rollup: Uint8Array }>(
    reader,
    `SELECT r.operation_id, r.rollup FROM rollups r WHERE ${inRun}`,
  );
  const seen = prepare<{ operation_id: number; release_id: number }>(
    reader,
    `SELECT DISTINCT r.operation_id, r.release_id FROM rollups r WHERE ${inRun}`,
  );
  const release = prepare<{ version: string }>(reader, "SELECT version FROM rollup_releases WHERE id = ?");

  const operationsIn = (filter: RollupFilter) =>
    new Map(all.all(...namedValues(filter)).map((row) => [row.id, operationOf(row)]));
  const rangesOf = (filter: RollupFilter) => {
    const named = rowsNamed(filter);
    return coverOf(filter).runs.map((run) => scanValues(filter, named, run));
  };

  return {
    async operations(filter) {
      const operations = operationsIn(filter);
      const merged = new Map<number, Rollup>();
      for (const values of rangesOf(filter)) {
        for (const { operation_id, rollup } of scan.all(...values)) {
          if (!operations.has(operation_id)) continue;
          let total = merged.get(operation_id);
          if (!total) merged.set(operation_id, (total = emptyRollup()));
          mergeEncodedRollup(total, rollup);
        }
      }
      return [...merged].map(([id, rollup]) => ({ operation: operations.get(id)!, rollup }));
    },

    async operation(projectId, id) {
      const row = byId.get(projectId, id);
      return row && operationOf(row);
    },

    operationsOf: async (projectId, route) => byRoute.all(projectId, route).map(operationOf),

    async facets(filter) {
      const operations = operationsIn(filter);
      const rows = rangesOf(filter)
        .flatMap((values) => seen.all(...values))
        .filter(({ operation_id }) => operations.has(operation_id));
      const services = new Set(rows.map(({ operation_id }) => operations.get(operation_id)!.service));
      const releases = [...new Set(rows.map(({ release_id }) => release_id))].map((id) => release.get(id)!.version);
      return { services: [...services].toSorted(), releases: releases.filter((version) => version !== "").toSorted() };
    },
  };
}
