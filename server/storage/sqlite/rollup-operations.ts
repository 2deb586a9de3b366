import type { DatabaseSync } from "node:sqlite";
import type { OperationKind, StoredOperation } from "#server/domain/rollup/operation.ts";
import type { RollupFilter, RollupStore } from "#server/storage/rollup-store.ts";
import { operationsOfRoute } from "#server/storage/layout/rollup-names.ts";
import { prepare } from "./statement.ts";

type Row = { id: number; service: string; kind: string; route: string; method: string };

const columns = "id, service, kind, route, method";
/** Kinds are a JSON list. */
const named = `SELECT ${columns} FROM operations WHERE project_id = ?1
  AND (?2 IS NULL OR service = ?2) AND (?3 IS NULL OR kind IN (SELECT value FROM json_each(?3)))`;

const namesIn = (table: "operations" | "vital_pages") =>
  `SELECT route FROM ${table} WHERE project_id = ? AND route <> '' GROUP BY route ORDER BY min(id) LIMIT ?`;

export function readOperations(reader: DatabaseSync): Pick<RollupStore, "operation" | "operationsOf" | "routeNames"> {
  const byId = prepare<Row>(reader, `SELECT ${columns} FROM operations WHERE project_id = ? AND id = ?`);
  const byRoute = prepare<Row>(
    reader,
    `SELECT ${columns} FROM operations WHERE project_id = ? AND route = ? ORDER BY service, kind, method LIMIT ${operationsOfRoute}`,
  );
  const names = {
    operations: prepare<{ route: string }>(reader, namesIn("operations")),
    vitals: prepare<{ route: string }>(reader, namesIn("vital_pages")),
  };
  return {
    async operation(projectId, id) {
      const row = byId.get(projectId, id);
      return row && operationOf(row);
    },
    operationsOf: async (projectId, route) => byRoute.all(projectId, route).map(operationOf),
    routeNames: async (projectId, { of, limit }) => names[of].all(projectId, limit).map(({ route }) => route),
  };
}

/** Those of the service and the kinds that a filter names, by id. */
export function operationsNamed(reader: DatabaseSync): (filter: RollupFilter) => Map<number, StoredOperation> {
  const select = prepare<Row>(reader, named);
  return ({ projectId, service, kinds }) => {
    const rows = select.all(projectId, service ?? null, kinds ? JSON.stringify(kinds) : null);
    return new Map(rows.map((row) => [row.id, operationOf(row)]));
  };
}

const operationOf = ({ id, service, kind, route, method }: Row): StoredOperation => ({
  ...{ id, service, route },
  kind: kind as OperationKind,
  ...(method !== "" && { method }),
});
