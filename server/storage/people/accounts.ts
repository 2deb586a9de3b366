import type { UserId } from "#server/domain/ids.ts";
import type { UserChange } from "#server/domain/people/member-status.ts";
import type { Database, Query } from "#server/storage/database.ts";
import { decodeCursor, pageOf } from "#server/storage/layout/keyset.ts";
import {
  anyOf,
  byDialect,
  contains,
  forUpdate,
  lowered,
  raw,
  sql,
  withoutCase,
} from "#server/storage/sql.ts";
import { leaveTelemetry } from "./former-users.ts";
import type { AccountStore } from "./member-store.ts";
import { accountOf, type AccountRow, userColumns, userOf, type UserRow } from "./people-rows.ts";

const name = withoutCase("name");
/** A user's memberships as JSON (`Account.projects`). */
const projectsOfUser = byDialect(
  raw(`(SELECT json_group_array(json_object('slug', p.slug, 'name', p.name, 'role', m.role) ORDER BY lower(p.name))
    FROM memberships m JOIN projects p ON p.id = m.project_id WHERE m.user_id = users.id)`),
  raw(`coalesce((SELECT json_agg(json_build_object('slug', p.slug, 'name', p.name, 'role', m.role) ORDER BY lower(p.name))
    FROM memberships m JOIN projects p ON p.id = m.project_id WHERE m.user_id = users.id), '[]')::text`),
);
const selectAccounts = sql`SELECT ${raw(userColumns)}, ${projectsOfUser} AS projects,
  (SELECT max(at) FROM audit WHERE kind = 'sign-in' AND user_id = users.id) AS last_sign_in_at FROM users`;

export function accountStore({ query, transaction }: Database): AccountStore {
  return {
    async list({ query: typed = "", cursor, limit }) {
      const [after, id] = decodeCursor<[string, number]>(cursor, ["string", "integer"]) ?? ["", 0];
      const rows = await query<AccountRow>(sql`${selectAccounts}
        WHERE (${name}, id) > (${lowered(after)}, ${id}) AND ${isNamed(typed.trim())}
        ORDER BY ${name}, id LIMIT ${limit + 1}`);
      return pageOf(rows, limit, accountOf, (last) => [last.name, last.id]);
    },
    change: (userId, change, refuse) =>
      transaction(async (query) => {
        // If two owners step down at once, the second waits and finds no other owner.
        const rows = await query<UserRow>(sql`SELECT ${raw(userColumns)} FROM users
          WHERE id = ${userId} OR (role = 'owner' AND disabled_at IS NULL) ORDER BY id${forUpdate}`);
        const row = rows.find(({ id }) => id === userId);
        if (!row) return undefined;
        const problem = refuse({
          user: userOf(row),
          otherOwners: rows.filter((each) => each !== row).length,
        });
        if (!problem) await apply(query, userId, change);
        return problem ?? userOf(row);
      }),
  };
}

/** Also compares as typed, because `lower` only handles A to Z. */
function isNamed(text: string) {
  if (text === "") return raw("true");
  const folded = text.toLowerCase();
  return anyOf([
    contains(raw("lower(name)"), folded),
    contains(raw("name"), text),
    contains(raw("email_key"), folded),
  ]);
}

/**
 * Rows owned by the account are deleted with it (foreign keys). Its issue activities stay under a
 * former user.
 */
async function apply(query: Query, userId: UserId, change: UserChange): Promise<void> {
  switch (change.kind) {
    case "role":
      await query(sql`UPDATE users SET role = ${change.role} WHERE id = ${userId}`);
      return;
    case "enable":
      await query(sql`UPDATE users SET disabled_at = NULL WHERE id = ${userId}`);
      return;
    case "disable":
      await Promise.all([
        query(sql`UPDATE users SET disabled_at = ${change.at} WHERE id = ${userId}`),
        query(sql`DELETE FROM sessions WHERE user_id = ${userId}`),
        query(sql`DELETE FROM tokens WHERE user_id = ${userId}`),
      ]);
      return;
    case "delete":
      await leaveTelemetry(query, userId);
      await query(sql`DELETE FROM users WHERE id = ${userId}`);
  }
}
