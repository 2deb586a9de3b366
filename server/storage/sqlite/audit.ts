import type { AuditFilter, AuditStore } from "#server/storage/people-store.ts";
import { auditColumns, auditEntryOf, auditValuesOf, type AuditRow } from "#server/storage/layout/audit-row.ts";
import type { Connections } from "./connections.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

// Ids grow with time but for entries of the same moment, and one order is enough to page by.
const select = `SELECT id, ${auditColumns} FROM audit
  WHERE id < :before
    AND (:project IS NULL OR project_id = :project)
    AND (:kind IS NULL OR kind = :kind)
    AND (:person IS NULL OR email = :person COLLATE NOCASE OR about = :person COLLATE NOCASE)
    AND at >= :since AND at <= :until
  ORDER BY id DESC LIMIT :limit`;

export function auditStore({ reader, writer }: Connections, write: Write): AuditStore {
  const insert = prepare(writer, `INSERT INTO audit (${auditColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  const remove = prepare(writer, "DELETE FROM audit WHERE at < ?");
  const page = prepare<AuditRow>(reader, select);

  return {
    append: (entry) => write(() => void insert.run(...auditValuesOf(entry))),
    async list(filter) {
      const rows = page.all(boundTo(filter));
      const shown = rows.slice(0, filter.limit);
      const last = rows.length > filter.limit ? shown.at(-1) : undefined;
      return { rows: shown.map(auditEntryOf), ...(last && { next: encodeCursor([last.id]) }) };
    },
    evict: (before) => write(() => remove.run(before)),
  };
}

function boundTo({ projectId, person, kind, since, until, cursor, limit }: AuditFilter) {
  const [before = Number.MAX_SAFE_INTEGER] = decodeCursor<[number]>(cursor, ["integer"]) ?? [];
  return {
    before,
    project: projectId ?? null,
    person: person ?? null,
    kind: kind ?? null,
    since: since ?? 0,
    until: until ?? Number.MAX_SAFE_INTEGER,
    limit: limit + 1,
  };
}
