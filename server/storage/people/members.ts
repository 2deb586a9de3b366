import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { ProjectRole } from "#server/domain/people/person.ts";
import { countOf, type Database, type Query } from "#server/storage/database.ts";
import { decodeCursor, pageOf } from "#server/storage/layout/keyset.ts";
import { byDialect, lowered, raw, sql, withoutCase } from "#server/storage/sql.ts";
import type { MemberStore } from "./member-store.ts";
import {
  memberColumns,
  memberOf,
  type MemberRow,
  userColumns,
  userOf,
  type UserRow,
} from "./people-rows.ts";

const selectMembers = sql`SELECT ${raw(memberColumns)} FROM memberships m JOIN users u ON u.id = m.user_id`;
const name = withoutCase("u.name");
const lockMemberships = byDialect(raw(""), raw("FOR UPDATE OF m"));

export function memberStore({ query, transaction }: Database): MemberStore {
  return {
    async list({ projectId, cursor, limit }) {
      const [after, id] = decodeCursor<[string, number]>(cursor, ["string", "integer"]) ?? ["", 0];
      const rows = await query<MemberRow>(sql`${selectMembers}
        WHERE m.project_id = ${projectId} AND (${name}, u.id) > (${lowered(after)}, ${id})
        ORDER BY ${name}, u.id LIMIT ${limit + 1}`);
      return pageOf(rows, limit, memberOf, (last) => [last.name, last.id]);
    },
    async readers(projectId) {
      const rows = await query<UserRow>(sql`SELECT ${raw(userColumns)} FROM users u
        WHERE u.disabled_at IS NULL AND (u.role = 'owner'
          OR EXISTS (SELECT 1 FROM memberships m WHERE m.project_id = ${projectId} AND m.user_id = u.id))
        ORDER BY ${name}, u.id`);
      return rows.map(userOf);
    },
    async add({ projectId, userId, role }) {
      const insert = sql`INSERT INTO memberships (project_id, user_id, role) VALUES (${projectId}, ${userId}, ${role})
        ON CONFLICT DO NOTHING`;
      return (await countOf(query(insert))) > 0 ? "added" : "present";
    },
    change: (projectId, userId, to, refuse) =>
      transaction(async (query) => {
        // If two admins leave at once, the second waits and finds no other admin.
        const rows = await query<MemberRow>(sql`${selectMembers}
          WHERE m.project_id = ${projectId} AND (m.user_id = ${userId} OR m.role = 'admin')
          ORDER BY m.user_id ${lockMemberships}`);
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
  query(
    to === "none"
      ? sql`DELETE FROM memberships WHERE project_id = ${projectId} AND user_id = ${userId}`
      : sql`UPDATE memberships SET role = ${to} WHERE project_id = ${projectId} AND user_id = ${userId}`,
  );
