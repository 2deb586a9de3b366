import type { BulkAct } from "#server/domain/issue/bulk-act.ts";
import type { BulkStore, NewBulkAct } from "#server/storage/bulk-store.ts";
import { bulkColumns, bulkOf, type BulkRow } from "#server/storage/layout/bulk-row.ts";
import { bulkSlice } from "./bulk-slice.ts";
import { undoSlice } from "./bulk-undo.ts";
import type { Database, Query } from "./database.ts";

const select = `SELECT ${bulkColumns} FROM bulk_acts`;
const selectById = `${select} WHERE id = $1`;
const lockById = `${selectById} FOR UPDATE`;
const selectOfProject = `${select} WHERE project_id = $1 AND id = $2`;
const selectUnderWay = `${select} WHERE stage IN ('acting', 'undoing') ORDER BY id`;
const insert = `INSERT INTO bulk_acts (project_id, user_id, at, act, seen, filter, stage, total)
  VALUES ($1, $2, $3, $4, $5, $6, 'acting', $7) RETURNING ${bulkColumns}`;
const takeBack = `UPDATE bulk_acts SET stage = 'undoing' WHERE project_id = $1 AND id = $2 AND stage = 'done'
  AND EXISTS (SELECT 1 FROM bulk_act_issues WHERE bulk_id = bulk_acts.id) RETURNING ${bulkColumns}`;
const forget = "DELETE FROM bulk_acts WHERE at < $1 AND stage IN ('done', 'undone')";

export function bulkStore({ query, transaction }: Database): BulkStore {
  /** One slice at a time, of all processes: the act's row is held until it is done. */
  const slice = (id: number, work: (query: Query, bulk: BulkAct) => Promise<void>): Promise<BulkAct> =>
    transaction(async (query) => {
      const [row] = await query<BulkRow>(lockById, id);
      await work(query, bulkOf(row!));
      return asItIs(query, id);
    });

  return {
    begin: (bulk, first, decide) =>
      transaction(async (query) => {
        const [row] = await query<BulkRow>(insert, ...valuesOf(bulk));
        const begun = bulkOf(row!);
        await bulkSlice(query, begun, first, decide);
        return asItIs(query, begun.id);
      }),
    find: async (projectId, id) => found(await query<BulkRow>(selectOfProject, projectId, id)),
    underWay: async () => (await query<BulkRow>(selectUnderWay)).map(bulkOf),
    advance: ({ id, cursor }, next, decide) =>
      slice(id, async (query, bulk) => {
        if (bulk.stage === "acting" && bulk.cursor === cursor) await bulkSlice(query, bulk, next, decide);
      }),
    beginUndo: async (projectId, id) => found(await query<BulkRow>(takeBack, projectId, id)),
    advanceUndo: (id, limit, undo) =>
      slice(id, async (query, bulk) => {
        if (bulk.stage === "undoing") await undoSlice(query, bulk, limit, undo);
      }),
    evict: async (before) => (await query(forget, before)).count,
  };
}

const asItIs = async (query: Query, id: number) => bulkOf((await query<BulkRow>(selectById, id))[0]!);
const found = ([row]: BulkRow[]) => row && bulkOf(row);

function valuesOf({ projectId, by, at, act, seen, filter, total }: NewBulkAct) {
  return [projectId, by, at, JSON.stringify(act), seen ?? null, JSON.stringify(filter), total];
}
