import type { OperationKind, StoredOperation } from "#server/domain/rollup/operation.ts";
import type { Query } from "#server/storage/database.ts";
import type { RollupFilter, RollupStore } from "#server/storage/rollups/rollup-store.ts";
import { operationsOfRoute } from "#server/storage/rollups/names.ts";
import { allOf, ifGiven, isAnyText, raw, sql } from "#server/storage/sql.ts";

type Row = { id: number; service: string; kind: string; route: string; method: string };

const select = sql`SELECT id, service, kind, route, method FROM operations`;
const tables = { operations: raw("operations"), vitals: raw("vital_pages") };

export function readOperations(
  query: Query,
): Pick<RollupStore, "operation" | "operationsOf" | "routeNames"> {
  return {
    async operation(projectId, id) {
      const [row] = await query<Row>(sql`${select} WHERE project_id = ${projectId} AND id = ${id}`);
      return row && operationOf(row);
    },
    async operationsOf(projectId, route) {
      const rows = await query<Row>(
        sql`${select} WHERE project_id = ${projectId} AND route = ${route} ORDER BY service, kind, method
          LIMIT ${operationsOfRoute}`,
      );
      return rows.map(operationOf);
    },
    async routeNames(projectId, { of, limit }) {
      const rows = await query<{ route: string }>(
        sql`SELECT route FROM ${tables[of]} WHERE project_id = ${projectId} AND route <> ''
          GROUP BY route ORDER BY min(id) LIMIT ${limit}`,
      );
      return rows.map(({ route }) => route);
    },
  };
}

/** Operations of the filter's service and kinds, by ID. */
export async function operationsNamed(
  query: Query,
  { projectId, service, kinds }: Pick<RollupFilter, "projectId" | "service" | "kinds">,
): Promise<Map<number, StoredOperation>> {
  const conditions = [
    ifGiven(service, (name) => sql`service = ${name}`),
    ifGiven(kinds, (each) => isAnyText(sql`kind`, each)),
  ];
  const rows = await query<Row>(
    sql`${select} WHERE project_id = ${projectId} AND ${allOf(conditions)}`,
  );
  return new Map(rows.map((row) => [row.id, operationOf(row)]));
}

const operationOf = ({ id, service, kind, route, method }: Row): StoredOperation => ({
  id,
  service,
  route,
  kind: kind as OperationKind,
  ...(method !== "" && { method }),
});
