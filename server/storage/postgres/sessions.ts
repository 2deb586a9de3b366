import type { SessionStore } from "#server/storage/access-store.ts";
import { sessionColumns, sessionOf, type SessionRow } from "#server/storage/layout/access-rows.ts";
import type { Database } from "./database.ts";

const insert = `INSERT INTO sessions (${sessionColumns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;
const select = `SELECT ${sessionColumns} FROM sessions WHERE token_hash = $1 AND expires_at > $2`;
const selectOfUser = `SELECT ${sessionColumns} FROM sessions WHERE user_id = $1 AND expires_at > $2
  ORDER BY last_seen_at DESC, created_at DESC`;
const touch = "UPDATE sessions SET last_seen_at = $2, expires_at = $3, address = $4 WHERE token_hash = $1";
const removeOne = "DELETE FROM sessions WHERE user_id = $1 AND starts_with(token_hash, $2)";
const removeOthers = "DELETE FROM sessions WHERE user_id = $1 AND token_hash <> $2";

export function sessionStore({ query }: Database): SessionStore {
  return {
    async create(session) {
      const { tokenHash, userId, createdAt, expiresAt, lastSeenAt, address, userAgent } = session;
      const secondFactor = Number(session.secondFactor ?? false);
      await query(insert, tokenHash, userId, createdAt, expiresAt, lastSeenAt, address, userAgent, secondFactor);
    },
    async find(tokenHash, now) {
      const [row] = await query<SessionRow>(select, tokenHash, now);
      return row && sessionOf(row);
    },
    list: async (userId, now) => (await query<SessionRow>(selectOfUser, userId, now)).map(sessionOf),
    touch: async (tokenHash, { lastSeenAt, expiresAt, address }) =>
      void (await query(touch, tokenHash, lastSeenAt, expiresAt, address)),
    remove: async (tokenHash) => void (await query("DELETE FROM sessions WHERE token_hash = $1", tokenHash)),
    removeOf: async (userId, which) =>
      "id" in which
        ? (await query(removeOne, userId, which.id)).count
        : (await query(removeOthers, userId, which.allBut ?? "")).count,
    removeExpired: async (now) => (await query("DELETE FROM sessions WHERE expires_at <= $1", now)).count,
  };
}
