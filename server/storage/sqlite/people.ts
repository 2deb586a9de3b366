import type { NewUser, PeopleStore } from "#server/storage/people-store.ts";
import {
  emailKey,
  membershipOf,
  type MembershipRow,
  userColumns,
  userOf,
  type UserRow,
} from "#server/storage/layout/people-rows.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

export const insertUser = `INSERT INTO users (email, email_key, name, role, password_hash, created_at)
  VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (email_key) DO NOTHING RETURNING ${userColumns}`;
export const upsertMembership = `INSERT INTO memberships (user_id, project_id, role) VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET role = excluded.role`;

export function peopleStore({ reader, writer }: Connections, write: Write): PeopleStore {
  const insert = prepare<UserRow>(writer, insertUser);
  const setMembership = prepare(writer, upsertMembership);
  const anyoneYet = prepare<{ id: number }>(writer, "SELECT id FROM users LIMIT 1");
  const anyone = prepare<{ id: number }>(reader, "SELECT id FROM users LIMIT 1");
  const all = prepare<UserRow>(reader, `SELECT ${userColumns} FROM users ORDER BY id`);
  const byId = prepare<UserRow>(reader, `SELECT ${userColumns} FROM users WHERE id = ?`);
  const byEmail = prepare<UserRow>(reader, `SELECT ${userColumns} FROM users WHERE email_key = ?`);
  const rename = prepare(writer, "UPDATE users SET name = ? WHERE id = ?");
  const setPassword = prepare(writer, "UPDATE users SET password_hash = ? WHERE id = ?");
  const memberships = prepare<MembershipRow>(
    reader,
    "SELECT project_id, user_id, role FROM memberships WHERE user_id = ? ORDER BY project_id",
  );

  const add = ({ email, name, role, passwordHash, createdAt }: NewUser) => {
    const row = insert.get(email, emailKey(email), name, role, passwordHash, createdAt);
    return row && userOf(row);
  };

  return {
    create: (user) => write(() => add(user) ?? "taken"),
    createFirst: (user) => write(() => (anyoneYet.get() ? "exists" : add(user)!)),
    any: async () => anyone.get() !== undefined,
    list: async () => all.all().map(userOf),
    async byId(id) {
      const row = byId.get(id);
      return row && userOf(row);
    },
    async byEmail(email) {
      const row = byEmail.get(emailKey(email));
      return row && { ...userOf(row), passwordHash: row.password_hash };
    },
    rename: (id, name) => write(() => void rename.run(name, id)),
    setPassword: (id, passwordHash) => write(() => void setPassword.run(passwordHash, id)),
    memberships: async (userId) => memberships.all(userId).map(membershipOf),
    setMembership: (projectId, userId, role) => write(() => void setMembership.run(userId, projectId, role)),
  };
}
