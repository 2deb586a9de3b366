import type { DatabaseSync } from "node:sqlite";
import type { ProjectId } from "#server/domain/ids.ts";
import type { CellKey, WriteCell } from "#server/storage/rollups/cells.ts";
import { RowWriter, type StoredRow } from "#server/storage/rollups/row.ts";
import { type RollupTable, subjects } from "./rows.ts";
import { rowsOf } from "#server/storage/rollups/write.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

/** Adds changes of one subject to its rows of every grain, each read and written once. */
export function addToTiers<Change extends CellKey & { at: number }>(
  writer: DatabaseSync,
  table: RollupTable,
  writeCell: WriteCell<Change>,
): (projectId: ProjectId, subject: number, changes: Change[]) => void {
  const find = prepare<StoredRow & { id: number }>(
    writer,
    `SELECT id, cells, by_release AS byRelease FROM ${table}
     WHERE project_id = ? AND tier = ? AND at = ? AND ${subjects[table]} = ?`,
  );
  const insert = prepare(
    writer,
    `INSERT INTO ${table} (project_id, tier, at, ${subjects[table]}, cells, by_release) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const update = prepare(writer, `UPDATE ${table} SET cells = ?, by_release = ? WHERE id = ?`);
  const rows = new RowWriter(writeCell);

  return (projectId, subject, changes) => {
    for (const { tier, at, changes: mine } of rowsOf(changes)) {
      const before = find.get(projectId, tier, at, subject);
      const { cells, byRelease } = rows.merge(before, mine);
      if (before) update.run(cells, byRelease, before.id);
      else insert.run(projectId, tier, at, subject, cells, byRelease);
    }
  };
}
