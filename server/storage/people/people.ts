import { countOf, type Database, firstOf, type Query } from "#server/storage/database.ts";
import { byDialect, raw, type Sql, sql } from "#server/storage/sql.ts";
import {
  emailKey,
  membershipOf,
  type MembershipRow,
  userColumns,
  userOf,
  type UserRow,
} from "./people-rows.ts";
import type { NewUser, PeopleStore } from "./people-store.ts";

const selectUsers = sql`SELECT ${raw(userColumns)} FROM users`;
const userWithId = (id: number): Sql => sql`${selectUsers} WHERE id = ${id}`;

export function peopleStore({ query, transaction }: Database): PeopleStore {
  return {
    create: async (user) => (await addUser(query, user)) ?? "taken",
    createFirst: (user) =>
      transaction(async (query) => {
        // A concurrent setup waits here, and then finds the first owner.
        await lockUsers(query);
        return (await isAny(query)) ? "exists" : (await addUser(query, user))!;
      }),
    any: () => isAny(query),
    list: async () => (await query<UserRow>(sql`${selectUsers} ORDER BY id`)).map(userOf),
    byId: (id) => findUser(query, id),
    async byEmail(email) {
      const row = await firstOf(
        query<UserRow>(sql`${selectUsers} WHERE email_key = ${emailKey(email)}`),
      );
      return row && { ...userOf(row), passwordHash: row.password_hash };
    },
    rename: async (id, name) =>
      void (await query(sql`UPDATE users SET name = ${name} WHERE id = ${id}`)),
    setPassword: async (id, passwordHash) =>
      void (await query(sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${id}`)),
    memberships: async (userId) =>
      (
        await query<MembershipRow>(
          sql`SELECT project_id, user_id, role FROM memberships WHERE user_id = ${userId} ORDER BY project_id`,
        )
      ).map(membershipOf),
    setMembership: async (projectId, userId, role) =>
      void (await query(sql`INSERT INTO memberships (user_id, project_id, role) VALUES (${userId}, ${projectId}, ${role})
        ON CONFLICT (user_id, project_id) DO UPDATE SET role = excluded.role`)),
  };
}

const isAny = async (query: Query) => (await countOf(query(sql`SELECT id FROM users LIMIT 1`))) > 0;

async function lockUsers(query: Query): Promise<void> {
  const lock = byDialect(raw("SELECT 1"), raw("LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE"));
  await query(lock);
}

export async function findUser(query: Query, id: number) {
  const row = await firstOf(query<UserRow>(userWithId(id)));
  return row && userOf(row);
}

/** Undefined if a user has the email address. */
export async function addUser(
  query: Query,
  { email, name, role, passwordHash, createdAt }: NewUser,
) {
  const row = await firstOf(
    query<UserRow>(sql`INSERT INTO users (email, email_key, name, role, password_hash, created_at)
      VALUES (${email}, ${emailKey(email)}, ${name}, ${role}, ${passwordHash}, ${createdAt})
      ON CONFLICT (email_key) DO NOTHING RETURNING ${raw(userColumns)}`),
  );
  return row && userOf(row);
}
