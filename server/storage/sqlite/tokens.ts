import type { UserId } from "#server/domain/ids.ts";
import type { Scope } from "#server/domain/people/person.ts";
import type { StoredToken, TokenStore } from "#server/storage/token-store.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

type TokenRow = {
  id: number;
  token_hash: string;
  user_id: number;
  scopes: string;
  label: string;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
};

const columns = "id, token_hash, user_id, scopes, label, created_at, expires_at, last_used_at";
const insertToken = `INSERT INTO tokens (token_hash, user_id, scopes, label, created_at, expires_at)
  VALUES (?, ?, ?, ?, ?, ?) RETURNING ${columns}`;

export function tokenStore({ reader, writer }: Connections, write: Write): TokenStore {
  const insert = prepare<TokenRow>(writer, insertToken);
  const touch = prepare(writer, "UPDATE tokens SET last_used_at = ? WHERE id = ?");
  const remove = prepare<TokenRow>(writer, `DELETE FROM tokens WHERE user_id = ? AND id = ? RETURNING ${columns}`);
  const find = prepare<TokenRow>(reader, `SELECT ${columns} FROM tokens WHERE token_hash = ?`);
  const ofUser = prepare<TokenRow>(reader, `SELECT ${columns} FROM tokens WHERE user_id = ? ORDER BY id DESC`);

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
  };
}

function tokenOf(row: TokenRow): StoredToken {
  return {
    id: row.id,
    tokenHash: row.token_hash,
    userId: row.user_id as UserId,
    scopes: JSON.parse(row.scopes) as Scope[],
    label: row.label,
    createdAt: row.created_at,
    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
    ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
  };
}
