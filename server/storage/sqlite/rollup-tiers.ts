import type { DatabaseSync } from "node:sqlite";
import type { ProjectId } from "#server/domain/ids.ts";
import type { CellKey, WriteCell } from "#server/storage/layout/rollup-cells.ts";
import { RowWriter, type StoredRow } from "#server/storage/layout/rollup-row.ts";
import { rowsOf } from "#server/storage/layout/rollup-write.ts";
import { prepare } from "./statement.ts";

/** The tables in which rows lie by project, grain, bucket and a subject: an operation, a page. */
export const subjects = { rollups: "operation_id", vital_rollups: "page_id" } as const;
export type RollupTable = keyof typeof subjects;

/** Adds changes of one subject to its rows of every grain, each read and written once however many changes it takes. */
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
