import type { OperationKind, StoredOperation } from "#server/domain/rollup/operation.ts";
import type { Run } from "#server/domain/rollup/cover.ts";
import type { RollupFilter } from "#server/storage/rollup-store.ts";
import { type NamedRows, tierNumber } from "./rollup-window.ts";

/** All operations of one run: a range of the primary key. Names are `scanValues`. */
export const inRun = `r.project_id = ?1 AND r.tier = ?2 AND r.at >= ?3 AND r.at < ?4
  AND (?5 IS NULL OR r.environment_id = ?5) AND (?6 IS NULL OR r.release_id = ?6)`;

export const scanValues = ({ projectId }: RollupFilter, { environment, release }: NamedRows, run: Run) =>
  [projectId, tierNumber(run.tier), run.from, run.until, environment, release] as const;

export type OperationRow = { id: number; service: string; kind: string; route: string };

/** Those of a service and of some kinds, which are a JSON list. */
export const operationsNamed = `SELECT id, service, kind, route FROM operations WHERE project_id = ?1
  AND (?2 IS NULL OR service = ?2) AND (?3 IS NULL OR kind IN (SELECT value FROM json_each(?3)))`;

export const namedValues = ({ projectId, service, kinds }: RollupFilter) =>
  [projectId, service ?? null, kinds ? JSON.stringify(kinds) : null] as const;

export const operationOf = ({ id, service, kind, route }: OperationRow): StoredOperation => ({
  ...{ id, service, route },
  kind: kind as OperationKind,
});
