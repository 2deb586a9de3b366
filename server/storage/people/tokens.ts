import { type Database, firstOf } from "#server/storage/database.ts";
import { raw, sql } from "#server/storage/sql.ts";
import { tokenColumns, tokenOf, type TokenRow } from "./factor-rows.ts";
import type { TokenStore } from "./token-store.ts";

const columns = raw(tokenColumns);
const selectTokens = sql`SELECT ${columns} FROM tokens`;

export function tokenStore({ query }: Database): TokenStore {
  return {
    async create({ tokenHash, userId, scopes, label, createdAt, expiresAt = null }) {
      const insert = sql`INSERT INTO tokens (token_hash, user_id, scopes, label, created_at, expires_at)
        VALUES (${tokenHash}, ${userId}, ${JSON.stringify(scopes)}, ${label}, ${createdAt}, ${expiresAt})
        RETURNING ${columns}`;
      return tokenOf((await firstOf(query<TokenRow>(insert)))!);
    },
    find: async (tokenHash) =>
      found(await firstOf(query<TokenRow>(sql`${selectTokens} WHERE token_hash = ${tokenHash}`))),
    list: async (userId) =>
      (await query<TokenRow>(sql`${selectTokens} WHERE user_id = ${userId} ORDER BY id DESC`)).map(
        tokenOf,
      ),
    touch: async (id, at) =>
      void (await query(sql`UPDATE tokens SET last_used_at = ${at} WHERE id = ${id}`)),
    remove: async (userId, id) =>
      found(
        await firstOf(
          query<TokenRow>(
            sql`DELETE FROM tokens WHERE user_id = ${userId} AND id = ${id} RETURNING ${columns}`,
          ),
        ),
      ),
    removeAll: async (userId) =>
      (
        await query<TokenRow>(
          sql`DELETE FROM tokens WHERE user_id = ${userId} RETURNING ${columns}`,
        )
      ).map(tokenOf),
  };
}

const found = (row: TokenRow | undefined) => row && tokenOf(row);
