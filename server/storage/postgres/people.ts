import type { NewUser, PeopleStore } from "#server/storage/people-store.ts";
import {
  emailKey,
  membershipOf,
  type MembershipRow,
  userColumns,
  userOf,
  type UserRow,
} from "#server/storage/layout/people-rows.ts";
import type { Database, Query } from "./database.ts";

const insertUser = `INSERT INTO users (email, email_key, name, role, password_hash, created_at)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (email_key) DO NOTHING RETURNING ${userColumns}`;
const upsertMembership = `INSERT INTO memberships (user_id, project_id, role) VALUES ($1, $2, $3)
  ON CONFLICT (user_id, project_id) DO UPDATE SET role = excluded.role`;
const selectAnyone = "SELECT id FROM users LIMIT 1";
export const selectUser = `SELECT ${userColumns} FROM users WHERE id = $1`;
const selectByEmail = `SELECT ${userColumns} FROM users WHERE email_key = $1`;
const selectMemberships = "SELECT project_id, user_id, role FROM memberships WHERE user_id = $1 ORDER BY project_id";

export function peopleStore({ query, transaction }: Database): PeopleStore {
  const any = async (query: Query) => (await query(selectAnyone)).length > 0;

  return {
    create: async (user) => (await addUser(query, user)) ?? "taken",
    createFirst: (user) =>
      transaction(async (query) => {
        // Whoever comes at the same moment waits here, and then finds somebody.
        await query("LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE");
        return (await any(query)) ? "exists" : (await addUser(query, user))!;
      }),
    any: () => any(query),
    list: async () => (await query<UserRow>(`SELECT ${userColumns} FROM users ORDER BY id`)).map(userOf),
    async byId(id) {
      const [row] = await query<UserRow>(selectUser, id);
      return row && userOf(row);
    },
    async byEmail(email) {
      const [row] = await query<UserRow>(selectByEmail, emailKey(email));
      return row && { ...userOf(row), passwordHash: row.password_hash };
    },
    rename: async (id, name) => void (await query("UPDATE users SET name = $2 WHERE id = $1", id, name)),
    setPassword: async (id, passwordHash) =>
      void (await query("UPDATE users SET password_hash = $2 WHERE id = $1", id, passwordHash)),
    memberships: async (userId) => (await query<MembershipRow>(selectMemberships, userId)).map(membershipOf),
    setMembership: async (projectId, userId, role) => void (await query(upsertMembership, userId, projectId, role)),
  };
}

/** Undefined when somebody has the mail address. */
export async function addUser(query: Query, { email, name, role, passwordHash, createdAt }: NewUser) {
  const [row] = await query<UserRow>(insertUser, email, emailKey(email), name, role, passwordHash, createdAt);
  return row && userOf(row);
}
