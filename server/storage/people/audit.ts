import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { AuditEntry, AuditKind } from "#server/domain/people/audit.ts";
import { countOf, type Database } from "#server/storage/database.ts";
import { decodeCursor, pageOf } from "#server/storage/layout/keyset.ts";
import { allOf, ifGiven, joined, lowered, raw, type Sql, sql } from "#server/storage/sql.ts";
import type { AuditFilter, AuditStore } from "./people-store.ts";

export function auditStore({ query }: Database): AuditStore {
  return {
    async append(entry) {
      const values = auditValuesOf(entry).map((value) => sql`${value}`);
      await query(sql`INSERT INTO audit (${raw(auditColumns)}) VALUES (${joined(values, ", ")})`);
    },
    async list(filter) {
      // IDs grow with time except within the same moment, and paging needs one order.
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
    ifGiven(
      person,
      (person) => sql`(lower(email) = ${lowered(person)} OR lower(about) = ${lowered(person)})`,
    ),
    ifGiven(since, (since) => sql`at >= ${since}`),
    ifGiven(until, (until) => sql`at <= ${until}`),
  ]);
}

type AuditRow = {
  id: number;
  at: number;
  kind: string;
  user_id: number | null;
  email: string | null;
  address: string | null;
  project_id: number | null;
  about: string | null;
  detail: string | null;
};

const auditColumns = "at, kind, user_id, email, address, project_id, about, detail";

/** In the order of `auditColumns`. */
function auditValuesOf(entry: AuditEntry): (string | number | null)[] {
  const { at, kind, by, address, projectId, about, detail } = entry;
  return [at, kind, by?.id, by?.email, address, projectId, about, detail].map(
    (value) => value ?? null,
  );
}

function auditEntryOf({
  at,
  kind,
  user_id,
  email,
  address,
  project_id,
  about,
  detail,
}: AuditRow): AuditEntry {
  return {
    at,
    kind: kind as AuditKind,
    ...(user_id !== null && { by: { id: user_id as UserId, email: email! } }),
    ...(address !== null && { address }),
    ...(project_id !== null && { projectId: project_id as ProjectId }),
    ...(about !== null && { about }),
    ...(detail !== null && { detail }),
  };
}
