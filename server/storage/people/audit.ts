import { countOf, type Database } from "#server/storage/database.ts";
import { decodeCursor, pageOf } from "#server/storage/layout/keyset.ts";
import { allOf, joined, lowered, raw, type Sql, sql } from "#server/storage/sql.ts";
import { auditColumns, auditEntryOf, type AuditRow, auditValuesOf } from "./audit-row.ts";
import type { AuditFilter, AuditStore } from "./people-store.ts";

export function auditStore({ query }: Database): AuditStore {
  return {
    async append(entry) {
      const values = auditValuesOf(entry).map((value) => sql`${value}`);
      await query(sql`INSERT INTO audit (${raw(auditColumns)}) VALUES (${joined(values, ", ")})`);
    },
    async list(filter) {
      // Ids grow with time, except for entries of the same moment, and one order is enough to page by.
      const rows = await query<AuditRow>(sql`SELECT id, ${raw(auditColumns)} FROM audit
        WHERE ${allOf(conditionsOf(filter))} ORDER BY id DESC LIMIT ${filter.limit + 1}`);
      return pageOf(rows, filter.limit, auditEntryOf, (last) => [last.id]);
    },
    evict: (before) => countOf(query(sql`DELETE FROM audit WHERE at < ${before}`)),
  };
}

function conditionsOf({ projectId, person, kind, since, until, cursor }: AuditFilter): Sql[] {
  const [before] = decodeCursor<[number]>(cursor, ["integer"]) ?? [];
  return [
    ...(before === undefined ? [] : [sql`id < ${before}`]),
    ...(projectId === undefined ? [] : [sql`project_id = ${projectId}`]),
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(person === undefined ? [] : [sql`(lower(email) = ${lowered(person)} OR lower(about) = ${lowered(person)})`]),
    ...(since === undefined ? [] : [sql`at >= ${since}`]),
    ...(until === undefined ? [] : [sql`at <= ${until}`]),
  ];
}
