import type { TokenStore } from "#server/storage/token-store.ts";
import { tokenColumns, tokenOf, type TokenRow } from "#server/storage/layout/factor-rows.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

const insertToken = `INSERT INTO tokens (token_hash, user_id, scopes, label, created_at, expires_at)
  VALUES (?, ?, ?, ?, ?, ?) RETURNING ${tokenColumns}`;

export function tokenStore({ reader, writer }: Connections, write: Write): TokenStore {
  const insert = prepare<TokenRow>(writer, insertToken);
  const touch = prepare(writer, "UPDATE tokens SET last_used_at = ? WHERE id = ?");
  const remove = prepare<TokenRow>(writer, `DELETE FROM tokens WHERE user_id = ? AND id = ? RETURNING ${tokenColumns}`);
  const removeAll = prepare<TokenRow>(writer, `DELETE FROM tokens WHERE user_id = ? RETURNING ${tokenColumns}`);
  const find = prepare<TokenRow>(reader, `SELECT ${tokenColumns} FROM tokens WHERE token_hash = ?`);
  const ofUser = prepare<TokenRow>(reader, `SELECT ${tokenColumns} FROM tokens WHERE user_id = ? ORDER BY id DESC`);

  return {
    create: ({ tokenHash, userId, scopes, label, createdAt, expiresAt }) =>
      write(() => tokenOf(insert.get(tokenHash, userId, JSON.stringify(scopes), label, createdAt, expiresAt ?? null)!)),
    async find(tokenHash) {
      const row = find.get(tokenHash);
      return row && tokenOf(row);
    },
    list: async (userId) => ofUser.all(userId).map(tokenOf),
    touch: (id, at) => write(() => void touch.run(at, id)),
    remove: (userId, id) =>
      write(() => {
        const row = remove.get(userId, id);
        return row && tokenOf(row);
      }),
    removeAll: (userId) => write(() => removeAll.all(userId).map(tokenOf)),
  };
}
