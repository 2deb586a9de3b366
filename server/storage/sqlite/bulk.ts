import type { BulkStore, NewBulkAct } from "#server/storage/bulk-store.ts";
import { bulkColumns, bulkOf, type BulkRow } from "#server/storage/layout/bulk-row.ts";
import { bulkSlice } from "./bulk-slice.ts";
import { undoSlice } from "./bulk-undo.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

const selectBulk = `SELECT ${bulkColumns} FROM bulk_acts`;
const insert = `INSERT INTO bulk_acts (project_id, user_id, at, act, seen, filter, stage, total)
  VALUES (?, ?, ?, ?, ?, ?, 'acting', ?) RETURNING id`;
const takeBack = `UPDATE bulk_acts SET stage = 'undoing' WHERE project_id = ? AND id = ? AND stage = 'done'
  AND EXISTS (SELECT 1 FROM bulk_act_issues WHERE bulk_id = bulk_acts.id)`;

export function bulkStore({ reader, writer }: Connections, write: Write): BulkStore {
  const begin = prepare<{ id: number }>(writer, insert);
  const beginUndo = prepare(writer, takeBack);
  const find = prepare<BulkRow>(reader, `${selectBulk} WHERE project_id = ? AND id = ?`);
  const now = prepare<BulkRow>(writer, `${selectBulk} WHERE id = ?`);
  const open = prepare<BulkRow>(reader, `${selectBulk} WHERE stage IN ('acting', 'undoing') ORDER BY id`);
  const forget = prepare(writer, "DELETE FROM bulk_acts WHERE at < ? AND stage IN ('done', 'undone')");
  const act = bulkSlice(writer);
  const undo = undoSlice(writer);
  const asItIs = (id: number) => bulkOf(now.get(id)!);

  return {
    begin: (bulk, first, decide) =>
      write(() => {
        const { id } = begin.get(...valuesOf(bulk))!;
        act(asItIs(id), first, decide);
        return asItIs(id);
      }),
    async find(projectId, id) {
      const row = find.get(projectId, id);
      return row && bulkOf(row);
    },
    underWay: async () => open.all().map(bulkOf),
    advance: ({ id, cursor }, slice, decide) =>
      write(() => {
        const bulk = asItIs(id);
        if (bulk.stage === "acting" && bulk.cursor === cursor) act(bulk, slice, decide);
        return asItIs(id);
      }),
    beginUndo: (projectId, id) => write(() => (beginUndo.run(projectId, id) > 0 ? asItIs(id) : undefined)),
    advanceUndo: (id, limit, decide) =>
      write(() => {
        const bulk = asItIs(id);
        if (bulk.stage === "undoing") undo(bulk, limit, decide);
        return asItIs(id);
      }),
    evict: (before) => write(() => forget.run(before)),
  };
}

function valuesOf({ projectId, by, at, act, seen, filter, total }: NewBulkAct) {
  return [projectId, by, at, JSON.stringify(act), seen ?? null, JSON.stringify(filter), total];
}
