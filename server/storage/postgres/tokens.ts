import { tokenColumns, tokenOf, type TokenRow } from "#server/storage/layout/factor-rows.ts";
import type { TokenStore } from "#server/storage/token-store.ts";
import type { Database } from "./database.ts";

const insert = `INSERT INTO tokens (token_hash, user_id, scopes, label, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${tokenColumns}`;
const select = `SELECT ${tokenColumns} FROM tokens`;
const remove = `DELETE FROM tokens WHERE user_id = $1 AND id = $2 RETURNING ${tokenColumns}`;
const removeAll = `DELETE FROM tokens WHERE user_id = $1 RETURNING ${tokenColumns}`;

export function tokenStore({ query }: Database): TokenStore {
  return {
    async create({ tokenHash, userId, scopes, label, createdAt, expiresAt }) {
      const values = [tokenHash, userId, JSON.stringify(scopes), label, createdAt, expiresAt ?? null];
      return tokenOf((await query<TokenRow>(insert, ...values))[0]!);
    },
    find: async (tokenHash) => found(await query<TokenRow>(`${select} WHERE token_hash = $1`, tokenHash)),
    list: async (userId) =>
      (await query<TokenRow>(`${select} WHERE user_id = $1 ORDER BY id DESC`, userId)).map(tokenOf),
    touch: async (id, at) => void (await query("UPDATE tokens SET last_used_at = $2 WHERE id = $1", id, at)),
    removeAll: async (userId) => (await query<TokenRow>(removeAll, userId)).map(tokenOf),
    remove: async (userId, id) => found(await query<TokenRow>(remove, userId, id)),
  };
}

const found = ([row]: TokenRow[]) => row && tokenOf(row);
