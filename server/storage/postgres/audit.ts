import { auditColumns, auditEntryOf, type AuditRow, auditValuesOf } from "#server/storage/layout/audit-row.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import type { AuditFilter, AuditStore } from "#server/storage/people-store.ts";
import type { Database, Value } from "./database.ts";

const insert = `INSERT INTO audit (${auditColumns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;
// Ids grow with time but for entries of the same moment, and one order is enough to page by.
const select = `SELECT id, ${auditColumns} FROM audit
  WHERE id < $1
    AND ($2::bigint IS NULL OR project_id = $2)
    AND ($3::text IS NULL OR kind = $3)
    AND ($4::text IS NULL OR lower(email) = lower($4 COLLATE "C") OR lower(about) = lower($4 COLLATE "C"))
    AND at >= $5 AND at <= $6
  ORDER BY id DESC LIMIT $7`;

export function auditStore({ query }: Database): AuditStore {
  return {
    append: async (entry) => void (await query(insert, ...auditValuesOf(entry))),
    async list(filter) {
      const rows = await query<AuditRow>(select, ...boundTo(filter));
      const shown = rows.slice(0, filter.limit);
      const last = rows.length > filter.limit ? shown.at(-1) : undefined;
      return { rows: shown.map(auditEntryOf), ...(last && { next: encodeCursor([last.id]) }) };
    },
    evict: async (before) => (await query("DELETE FROM audit WHERE at < $1", before)).count,
  };
}

function boundTo({ projectId, person, kind, since, until, cursor, limit }: AuditFilter): Value[] {
  const [before = Number.MAX_SAFE_INTEGER] = decodeCursor<[number]>(cursor, ["integer"]) ?? [];
  const only = [projectId ?? null, kind ?? null, person ?? null];
  return [before, ...only, since ?? 0, until ?? Number.MAX_SAFE_INTEGER, limit + 1];
}
