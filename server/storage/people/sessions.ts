import { countOf, type Database, firstOf } from "#server/storage/database.ts";
import { raw, sql } from "#server/storage/sql.ts";
import { sessionColumns, sessionOf, type SessionRow } from "./access-rows.ts";
import type { SessionStore } from "./access-store.ts";

const selectSessions = sql`SELECT ${raw(sessionColumns)} FROM sessions`;

export function sessionStore({ query }: Database): SessionStore {
  return {
    async create({ tokenHash, userId, createdAt, expiresAt, lastSeenAt, address, userAgent, secondFactor = false }) {
      await query(sql`INSERT INTO sessions (${raw(sessionColumns)}) VALUES (${tokenHash}, ${userId}, ${createdAt},
        ${expiresAt}, ${lastSeenAt}, ${address}, ${userAgent}, ${Number(secondFactor)})`);
    },
    async find(tokenHash, now) {
      const select = sql`${selectSessions} WHERE token_hash = ${tokenHash} AND expires_at > ${now}`;
      const row = await firstOf(query<SessionRow>(select));
      return row && sessionOf(row);
    },
    async list(userId, now) {
      const rows = await query<SessionRow>(sql`${selectSessions} WHERE user_id = ${userId} AND expires_at > ${now}
        ORDER BY last_seen_at DESC, created_at DESC`);
      return rows.map(sessionOf);
    },
    touch: async (tokenHash, { lastSeenAt, expiresAt, address }) =>
      void (await query(sql`UPDATE sessions SET last_seen_at = ${lastSeenAt}, expires_at = ${expiresAt},
        address = ${address} WHERE token_hash = ${tokenHash}`)),
    remove: async (tokenHash) => void (await query(sql`DELETE FROM sessions WHERE token_hash = ${tokenHash}`)),
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
