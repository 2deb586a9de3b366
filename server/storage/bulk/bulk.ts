import type { BulkAct } from "#server/domain/issue/bulk-act.ts";
import { bulkColumns, bulkOf, type BulkRow } from "#server/storage/bulk/bulk-row.ts";
import type { BulkStore } from "#server/storage/bulk/bulk-store.ts";
import { countOf, firstOf, type Query } from "#server/storage/database.ts";
import type { IssueDatabase, IssueTransaction } from "#server/storage/issues/issue-database.ts";
import { forUpdate, type Sql, sql } from "#server/storage/sql.ts";
import { bulkSlice } from "./slice.ts";
import { undoSlice } from "./undo.ts";

const select = sql`SELECT ${bulkColumns} FROM bulk_acts`;

export function bulkStore({ query, transaction }: IssueDatabase): BulkStore {
  /** One slice at a time across processes: the action's row is locked until it is done. */
  const slice = (
    id: number,
    work: (within: IssueTransaction, bulk: BulkAct) => Promise<void>,
  ): Promise<BulkAct> =>
    transaction(async (within) => {
      const bulk = await found(within.query, sql`${select} WHERE id = ${id}${forUpdate}`);
      await work(within, bulk!);
      return asItIs(within.query, id);
    });

  return {
    begin: ({ projectId, by, at, act, seen = null, filter, total }, first, decide) =>
      transaction(async (within) => {
        const begun = await found(
          within.query,
          sql`INSERT INTO bulk_acts (project_id, user_id, at, act, seen, filter, stage, total)
            VALUES (${projectId}, ${by}, ${at}, ${JSON.stringify(act)}, ${seen}, ${JSON.stringify(filter)}, 'acting', ${total})
            RETURNING ${bulkColumns}`,
        );
        await bulkSlice(within, begun!, first, decide);
        return asItIs(within.query, begun!.id);
      }),
    find: (projectId, id) =>
      found(query, sql`${select} WHERE project_id = ${projectId} AND id = ${id}`),
    underWay: async () =>
      (
        await query<BulkRow>(sql`SELECT ${bulkColumns} FROM bulk_acts
        WHERE stage IN ('acting', 'undoing') ORDER BY id`)
      ).map(bulkOf),
    advance: ({ id, cursor }, next, decide) =>
      slice(id, async (within, bulk) => {
        if (bulk.stage === "acting" && bulk.cursor === cursor)
          await bulkSlice(within, bulk, next, decide);
      }),
    beginUndo: (projectId, id) =>
      found(
        query,
        sql`UPDATE bulk_acts SET stage = 'undoing' WHERE project_id = ${projectId} AND id = ${id} AND stage = 'done'
          AND EXISTS (SELECT 1 FROM bulk_act_issues WHERE bulk_id = bulk_acts.id) RETURNING ${bulkColumns}`,
      ),
    advanceUndo: (id, limit, undo) =>
      slice(id, async (within, bulk) => {
        if (bulk.stage === "undoing") await undoSlice(within, bulk, limit, undo);
      }),
    evict: (before) =>
      countOf(
        query(sql`DELETE FROM bulk_acts WHERE at < ${before} AND stage IN ('done', 'undone')`),
      ),
  };
}

const asItIs = async (query: Query, id: number): Promise<BulkAct> =>
  (await found(query, sql`${select} WHERE id = ${id}`))!;

async function found(query: Query, statement: Sql): Promise<BulkAct | undefined> {
  const row = await firstOf(query<BulkRow>(statement));
  return row && bulkOf(row);
}
