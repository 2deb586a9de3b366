import type { ProjectId } from "#server/domain/ids.ts";
import type { CellKey, WriteCell } from "#server/storage/rollups/cells.ts";
import { RowWriter, type StoredRow } from "#server/storage/rollups/row.ts";
import { type RollupTable, subjects } from "./rows.ts";
import { rowsOf } from "#server/storage/rollups/write.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";

const find = (table: RollupTable) =>
  `SELECT r.tier, r.at, r.${subjects[table]} AS subject, r.cells, r.by_release AS "byRelease"
   FROM unnest($2::bigint[], $3::bigint[], $4::bigint[]) AS wanted(tier, at, subject)
   JOIN ${table} r ON r.project_id = $1 AND r.tier = wanted.tier AND r.at = wanted.at
     AND r.${subjects[table]} = wanted.subject`;
const upsert = (table: RollupTable) =>
  `INSERT INTO ${table} (project_id, tier, at, ${subjects[table]}, cells, by_release)
   SELECT $1, tier, at, subject, cells, by_release
   FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[], $6::bytea[])
     AS written(tier, at, subject, cells, by_release)
   ON CONFLICT (project_id, tier, at, ${subjects[table]})
     DO UPDATE SET cells = excluded.cells, by_release = excluded.by_release`;

type Found = StoredRow & { tier: number; at: number; subject: number };

/**
 * Adds changes, by subject, to the rows of every grain: each is read and written once per batch.
 */
export async function addToTiers<Change extends CellKey & { at: number }>(
  query: Query,
  table: RollupTable,
  { projectId, changes }: { projectId: ProjectId; changes: Map<number, Change[]> },
  writeCell: WriteCell<Change>,
): Promise<void> {
  const wanted = [...changes].flatMap(([subject, mine]) =>
    rowsOf(mine).map((row) => ({ subject, ...row })),
  );
  if (wanted.length === 0) return;
  const keys = columnsOf(wanted.map(({ tier, at, subject }) => [tier, at, subject]));
  const found = await query<Found>(find(table), projectId, ...keys);
  const before = new Map(found.map((row) => [nameOf(row), row]));
  const rows = new RowWriter(writeCell);
  const written = wanted.map((row) => {
    const { cells, byRelease } = rows.merge(before.get(nameOf(row)), row.changes);
    // The writer's result is valid until its next call.
    return [row.tier, row.at, row.subject, Buffer.from(cells), byRelease && Buffer.from(byRelease)];
  });
  await query(upsert(table), projectId, ...columnsOf(written));
}

const nameOf = ({ tier, at, subject }: Omit<Found, keyof StoredRow>) => `${tier}:${at}:${subject}`;
