import type { UserId } from "#server/domain/ids.ts";
import type { UserChange } from "#server/domain/people/standing.ts";
import type { AccountStore } from "#server/storage/member-store.ts";
import { accountOf, type AccountRow, userColumns, userOf, type UserRow } from "#server/storage/layout/people-rows.ts";
import type { Connections } from "./connections.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

// Names with `instr`, not LIKE: what people type has no wildcards in it.
const selectPage = `SELECT ${userColumns},
  (SELECT max(at) FROM audit WHERE kind = 'sign-in' AND user_id = users.id) AS last_sign_in_at,
  (SELECT json_group_array(json_object('slug', p.slug, 'name', p.name, 'role', m.role) ORDER BY p.name COLLATE NOCASE)
    FROM memberships m JOIN projects p ON p.id = m.project_id WHERE m.user_id = users.id) AS projects
  FROM users
  WHERE (name COLLATE NOCASE, id) > (:name, :id)
    AND (:query = '' OR instr(lower(name), :query) > 0 OR instr(name, :typed) > 0
      OR instr(email_key, :query) > 0)
  ORDER BY name COLLATE NOCASE, id LIMIT :limit`;

export function accountStore({ reader, writer }: Connections, write: Write): AccountStore {
  const page = prepare<AccountRow>(reader, selectPage);
  const find = prepare<UserRow>(writer, `SELECT ${userColumns} FROM users WHERE id = ?`);
  const otherOwners = prepare<{ count: number }>(
    writer,
    "SELECT count(*) AS count FROM users WHERE role = 'owner' AND disabled_at IS NULL AND id <> ?",
  );
  const apply = applyChange(writer);

  return {
    async list({ query = "", cursor, limit }) {
      const [name, id] = decodeCursor<[string, number]>(cursor, ["string", "integer"]) ?? ["", 0];
      const rows = page.all({ name, id, query: query.trim().toLowerCase(), typed: query.trim(), limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return { rows: shown.map(accountOf), ...(last && { next: encodeCursor([last.name, last.id]) }) };
    },
    change: (userId, change, refuse) =>
      write(() => {
        const row = find.get(userId);
        if (!row) return undefined;
        const user = userOf(row);
        const problem = refuse({ user, otherOwners: otherOwners.get(userId)!.count });
        if (!problem) apply(userId, change);
        return problem ?? user;
      }),
  };
}

/** For use inside a transaction. What an account owns goes with it (foreign keys); its activities stay (0004-main.ts). */
function applyChange(writer: Connections["writer"]): (userId: UserId, change: UserChange) => void {
  const setRole = prepare(writer, "UPDATE users SET role = ? WHERE id = ?");
  const setDisabled = prepare(writer, "UPDATE users SET disabled_at = ? WHERE id = ?");
  const endSessions = prepare(writer, "DELETE FROM sessions WHERE user_id = ?");
  const endTokens = prepare(writer, "DELETE FROM tokens WHERE user_id = ?");
  const remove = prepare(writer, "DELETE FROM users WHERE id = ?");
  return (userId, change) => {
    if (change.kind === "role") setRole.run(change.role, userId);
    if (change.kind === "enable") setDisabled.run(null, userId);
    if (change.kind === "delete") remove.run(userId);
    if (change.kind !== "disable") return;
    setDisabled.run(change.at, userId);
    endSessions.run(userId);
    endTokens.run(userId);
  };
}
