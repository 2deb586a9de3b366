import type { OperationKind, StoredOperation } from "#server/domain/rollup/operation.ts";
import type { RollupFilter, RollupStore } from "#server/storage/rollup-store.ts";
import { operationsOfRoute } from "#server/storage/layout/rollup-names.ts";
import type { Query } from "./database.ts";

type Row = { id: number; service: string; kind: string; route: string; method: string };

const columns = "id, service, kind, route, method";
const byId = `SELECT ${columns} FROM operations WHERE project_id = $1 AND id = $2`;
const byRoute = `SELECT ${columns} FROM operations WHERE project_id = $1 AND route = $2 ORDER BY service, kind, method
  LIMIT ${operationsOfRoute}`;
const operationNames = `SELECT route FROM operations WHERE project_id = $1 AND route <> ''
  GROUP BY route ORDER BY min(id) LIMIT $2`;
const pageNames = `SELECT route FROM vital_pages WHERE project_id = $1 AND route <> ''
  GROUP BY route ORDER BY min(id) LIMIT $2`;
const named = `SELECT ${columns} FROM operations WHERE project_id = $1
  AND ($2::text IS NULL OR service = $2) AND ($3::text[] IS NULL OR kind = ANY($3))`;

export function readOperations(query: Query): Pick<RollupStore, "operation" | "operationsOf" | "routeNames"> {
  return {
    async operation(projectId, id) {
      const [row] = await query<Row>(byId, projectId, id);
      return row && operationOf(row);
    },
    operationsOf: async (projectId, route) => (await query<Row>(byRoute, projectId, route)).map(operationOf),
    async routeNames(projectId, { of, limit }) {
      const rows = await query<{ route: string }>(of === "vitals" ? pageNames : operationNames, projectId, limit);
      return rows.map(({ route }) => route);
    },
  };
}

/** Those of the service and the kinds that a filter names, by id. */
export async function operationsNamed(
  query: Query,
  {
    projectId,
    service = null,
    kinds,
  }: Pick<RollupFilter, "projectId"> & { service?: string | null; kinds?: RollupFilter["kinds"] },
): Promise<Map<number, StoredOperation>> {
  const rows = await query<Row>(named, projectId, service, kinds ? [...kinds] : null);
  return new Map(rows.map((row) => [row.id, operationOf(row)]));
}

const operationOf = ({ id, service, kind, route, method }: Row): StoredOperation => ({
  ...{ id, service, route },
  kind: kind as OperationKind,
  ...(method !== "" && { method }),
});
