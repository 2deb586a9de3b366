import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { ProjectRole } from "#server/domain/people/person.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import {
  memberColumns,
  memberOf,
  type MemberRow,
  userColumns,
  userOf,
  type UserRow,
} from "#server/storage/layout/people-rows.ts";
import type { MemberStore } from "#server/storage/member-store.ts";
import type { Database, Query } from "./database.ts";

const select = `SELECT ${memberColumns} FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.project_id = $1`;
// What is compared is folded as the column is, by its collation.
const selectPage = `${select} AND (lower(u.name), u.id) > (lower($2 COLLATE "C"), $3) ORDER BY lower(u.name), u.id LIMIT $4`;
const selectReaders = `SELECT ${userColumns} FROM users u WHERE u.disabled_at IS NULL AND (u.role = 'owner'
  OR EXISTS (SELECT 1 FROM memberships m WHERE m.project_id = $1 AND m.user_id = u.id)) ORDER BY lower(u.name), u.id`;
// Of two admins who go at once the second waits for the first, and finds it gone.
const lockWithAdmins = `${select} AND (m.user_id = $2 OR m.role = 'admin') ORDER BY m.user_id FOR UPDATE OF m`;
const insert = "INSERT INTO memberships (project_id, user_id, role) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
const update = "UPDATE memberships SET role = $3 WHERE project_id = $1 AND user_id = $2";
const remove = "DELETE FROM memberships WHERE project_id = $1 AND user_id = $2";

export function memberStore({ query, transaction }: Database): MemberStore {
  return {
    async list({ projectId, cursor, limit }) {
      const [name, id] = decodeCursor<[string, number]>(cursor, ["string", "integer"]) ?? ["", 0];
      const rows = await query<MemberRow>(selectPage, projectId, name, id, limit + 1);
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return { rows: shown.map(memberOf), ...(last && { next: encodeCursor([last.name, last.id]) }) };
    },
    readers: async (projectId) => (await query<UserRow>(selectReaders, projectId)).map(userOf),
    add: async ({ projectId, userId, role }) =>
      (await query(insert, projectId, userId, role)).count > 0 ? "added" : "present",
    change: (projectId, userId, to, refuse) =>
      transaction(async (query) => {
        const rows = await query<MemberRow>(lockWithAdmins, projectId, userId);
        const row = rows.find(({ id }) => id === userId);
        if (!row) return undefined;
        const member = memberOf(row);
        const others = rows.filter((each) => each !== row && each.disabled_at === null);
        const problem = refuse({ ...member, otherAdmins: others.length });
        if (!problem) await set(query, projectId, userId, to);
        return problem ?? member;
      }),
  };
}

const set = (query: Query, projectId: ProjectId, userId: UserId, to: ProjectRole | "none") =>
  to === "none" ? query(remove, projectId, userId) : query(update, projectId, userId, to);
