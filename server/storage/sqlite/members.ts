import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { ProjectRole } from "#server/domain/people/person.ts";
import type { MemberStore } from "#server/storage/member-store.ts";
import {
  memberColumns,
  memberOf,
  type MemberRow,
  userColumns,
  userOf,
  type UserRow,
} from "#server/storage/layout/people-rows.ts";
import type { Connections } from "./connections.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

const select = `SELECT ${memberColumns} FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.project_id = ?`;
const selectPage = `${select} AND (u.name COLLATE NOCASE, u.id) > (?, ?) ORDER BY u.name COLLATE NOCASE, u.id LIMIT ?`;

const selectReaders = `SELECT ${userColumns} FROM users u WHERE u.disabled_at IS NULL AND (u.role = 'owner'
  OR EXISTS (SELECT 1 FROM memberships m WHERE m.project_id = ? AND m.user_id = u.id)) ORDER BY u.name COLLATE NOCASE, u.id`;

export function memberStore({ reader, writer }: Connections, write: Write): MemberStore {
  const page = prepare<MemberRow>(reader, selectPage);
  const readers = prepare<UserRow>(reader, selectReaders);
  const find = prepare<MemberRow>(writer, `${select} AND u.id = ?`);
  const otherAdmins = prepare<{ count: number }>(
    writer,
    `SELECT count(*) AS count FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.project_id = ? AND m.role = 'admin' AND u.id <> ? AND u.disabled_at IS NULL`,
  );
  const insert = prepare(
    writer,
    "INSERT INTO memberships (project_id, user_id, role) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const update = prepare(writer, "UPDATE memberships SET role = ? WHERE project_id = ? AND user_id = ?");
  const remove = prepare(writer, "DELETE FROM memberships WHERE project_id = ? AND user_id = ?");

  const set = (projectId: ProjectId, userId: UserId, to: ProjectRole | "none") =>
    to === "none" ? remove.run(projectId, userId) : update.run(to, projectId, userId);

  return {
    async list({ projectId, cursor, limit }) {
      const [name, id] = decodeCursor<[string, number]>(cursor, ["string", "integer"]) ?? ["", 0];
      const rows = page.all(projectId, name, id, limit + 1);
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return { rows: shown.map(memberOf), ...(last && { next: encodeCursor([last.name, last.id]) }) };
    },
    readers: async (projectId) => readers.all(projectId).map(userOf),
    add: ({ projectId, userId, role }) => write(() => (insert.run(projectId, userId, role) > 0 ? "added" : "present")),
    change: (projectId, userId, to, refuse) =>
      write(() => {
        const row = find.get(projectId, userId);
        if (!row) return undefined;
        const member = memberOf(row);
        const problem = refuse({ ...member, otherAdmins: otherAdmins.get(projectId, userId)!.count });
        if (!problem) set(projectId, userId, to);
        return problem ?? member;
      }),
  };
}
