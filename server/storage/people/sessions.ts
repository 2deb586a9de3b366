import { countOf, type Database, firstOf } from "#server/storage/database.ts";
import { raw, sql } from "#server/storage/sql.ts";
import { sessionColumns, sessionOf, type SessionRow } from "./access-rows.ts";
import type { SessionHolder, SessionStore } from "./access-store.ts";
import { membershipOf, type MembershipRow, userOf, type UserRow } from "./people-rows.ts";

// One row per membership, or one without any.
const selectHolders = sql`SELECT ${raw(sessionColumns.replaceAll(/\w+/g, "s.$&"))}, u.email, u.name, u.role, u.disabled_at,
    u.created_at AS joined_at, m.project_id, m.role AS project_role
  FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN memberships m ON m.user_id = u.id`;
const selectSessions = sql`SELECT ${raw(sessionColumns)} FROM sessions`;

type HolderRow = SessionRow &
  Pick<UserRow, "email" | "name" | "role" | "disabled_at"> & { joined_at: number } & (
    | { project_id: number; project_role: MembershipRow["role"] }
    | { project_id: null }
  );

export function sessionStore({ query }: Database): SessionStore {
  return {
    async create({
      tokenHash,
      userId,
      createdAt,
      expiresAt,
      lastSeenAt,
      address,
      userAgent,
      secondFactor = false,
    }) {
      await query(sql`INSERT INTO sessions (${raw(sessionColumns)}) VALUES (${tokenHash}, ${userId}, ${createdAt},
        ${expiresAt}, ${lastSeenAt}, ${address}, ${userAgent}, ${Number(secondFactor)})`);
    },
    async find(tokenHash, now) {
      const select = sql`${selectSessions} WHERE token_hash = ${tokenHash} AND expires_at > ${now}`;
      const row = await firstOf(query<SessionRow>(select));
      return row && sessionOf(row);
    },
    async holder(tokenHash, now) {
      const rows =
        await query<HolderRow>(sql`${selectHolders} WHERE s.token_hash = ${tokenHash} AND s.expires_at > ${now}
        ORDER BY m.project_id`);
      return rows.length === 0 ? undefined : holderOf(rows);
    },
    async list(userId, now) {
      const rows =
        await query<SessionRow>(sql`${selectSessions} WHERE user_id = ${userId} AND expires_at > ${now}
        ORDER BY last_seen_at DESC, created_at DESC`);
      return rows.map(sessionOf);
    },
    touch: async (tokenHash, { lastSeenAt, expiresAt, address }) =>
      void (await query(sql`UPDATE sessions SET last_seen_at = ${lastSeenAt}, expires_at = ${expiresAt},
        address = ${address} WHERE token_hash = ${tokenHash}`)),
    remove: async (tokenHash) =>
      void (await query(sql`DELETE FROM sessions WHERE token_hash = ${tokenHash}`)),
    removeOf: (userId, which) =>
      countOf(
        query(
          sql`DELETE FROM sessions WHERE user_id = ${userId} AND ${
            "id" in which
              ? sql`substr(token_hash, 1, ${which.id.length}) = ${which.id}`
              : sql`token_hash <> ${which.allBut ?? ""}`
          }`,
        ),
      ),
    removeExpired: (now) => countOf(query(sql`DELETE FROM sessions WHERE expires_at <= ${now}`)),
  };
}

function holderOf(rows: HolderRow[]): SessionHolder {
  const { user_id, joined_at, ...row } = rows[0]!;
  const memberships = rows.flatMap((each) =>
    each.project_id === null
      ? []
      : membershipOf({ user_id, project_id: each.project_id, role: each.project_role }),
  );
  const user = userOf({ ...row, id: user_id, created_at: joined_at, password_hash: "" });
  return { session: sessionOf({ ...rows[0]! }), user, memberships };
}
