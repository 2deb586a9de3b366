import type { UserId } from "#server/domain/ids.ts";
import type { UserChange } from "#server/domain/people/standing.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import { accountOf, type AccountRow, userColumns, userOf, type UserRow } from "#server/storage/layout/people-rows.ts";
import type { AccountStore } from "#server/storage/member-store.ts";
import type { Database, Query } from "./database.ts";
import { leaveTelemetry } from "./former-users.ts";

// Names with `position`, not LIKE: what people type has no wildcards in it.
const selectPage = `SELECT ${userColumns},
  (SELECT max(at) FROM audit WHERE kind = 'sign-in' AND user_id = users.id) AS last_sign_in_at,
  coalesce((SELECT json_agg(json_build_object('slug', p.slug, 'name', p.name, 'role', m.role) ORDER BY lower(p.name))
    FROM memberships m JOIN projects p ON p.id = m.project_id WHERE m.user_id = users.id), '[]')::text AS projects
  FROM users
  WHERE (lower(name), id) > (lower($1 COLLATE "C"), $2)
    AND ($3 = '' OR position($3 IN lower(name)) > 0 OR position($4 IN name) > 0 OR position($3 IN email_key) > 0)
  ORDER BY lower(name), id LIMIT $5`;
// Of two owners who step down at once the second waits for the first, and finds none.
const lockWithOwners = `SELECT ${userColumns} FROM users
  WHERE id = $1 OR (role = 'owner' AND disabled_at IS NULL) ORDER BY id FOR UPDATE`;

export function accountStore({ query, transaction }: Database): AccountStore {
  return {
    async list({ query: typed = "", cursor, limit }) {
      const [name, id] = decodeCursor<[string, number]>(cursor, ["string", "integer"]) ?? ["", 0];
      const asked = typed.trim();
      const rows = await query<AccountRow>(selectPage, name, id, asked.toLowerCase(), asked, limit + 1);
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return { rows: shown.map(accountOf), ...(last && { next: encodeCursor([last.name, last.id]) }) };
    },
    change: (userId, change, refuse) =>
      transaction(async (query) => {
        const rows = await query<UserRow>(lockWithOwners, userId);
        const row = rows.find(({ id }) => id === userId);
        if (!row) return undefined;
        const problem = refuse({ user: userOf(row), otherOwners: rows.filter((each) => each !== row).length });
        if (!problem) await apply(query, userId, change);
        return problem ?? userOf(row);
      }),
  };
}

/** What an account owns goes with it (foreign keys); what it did to issues stays, as a former user's. */
async function apply(query: Query, userId: UserId, change: UserChange): Promise<void> {
  switch (change.kind) {
    case "role":
      await query("UPDATE users SET role = $2 WHERE id = $1", userId, change.role);
      return;
    case "enable":
      await query("UPDATE users SET disabled_at = NULL WHERE id = $1", userId);
      return;
    case "disable":
      await Promise.all([
        query("UPDATE users SET disabled_at = $2 WHERE id = $1", userId, change.at),
        query("DELETE FROM sessions WHERE user_id = $1", userId),
        query("DELETE FROM tokens WHERE user_id = $1", userId),
      ]);
      return;
    case "delete":
      await leaveTelemetry(query, userId);
      await query("DELETE FROM users WHERE id = $1", userId);
  }
}
