import { countOf, type Database } from "#server/storage/database.ts";
import { decodeCursor, pageOf } from "#server/storage/layout/keyset.ts";
import { allOf, ifGiven, joined, lowered, raw, type Sql, sql } from "#server/storage/sql.ts";
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
        WHERE ${conditionsOf(filter)} ORDER BY id DESC LIMIT ${filter.limit + 1}`);
      return pageOf(rows, filter.limit, auditEntryOf, (last) => [last.id]);
    },
    evict: (before) => countOf(query(sql`DELETE FROM audit WHERE at < ${before}`)),
  };
}

function conditionsOf({ projectId, person, kind, since, until, cursor }: AuditFilter): Sql {
  const [before] = decodeCursor<[number]>(cursor, ["integer"]) ?? [];
  return allOf([
    ifGiven(before, (before) => sql`id < ${before}`),
    ifGiven(projectId, (projectId) => sql`project_id = ${projectId}`),
    ifGiven(kind, (kind) => sql`kind = ${kind}`),
    ifGiven(person, (person) => sql`(lower(email) = ${lowered(person)} OR lower(about) = ${lowered(person)})`),
    ifGiven(since, (since) => sql`at >= ${since}`),
    ifGiven(until, (until) => sql`at <= ${until}`),
  ]);
}
