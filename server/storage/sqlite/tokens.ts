import type { UserId } from "#server/domain/ids.ts";
import type { Scope } from "#server/domain/people/person.ts";
import type { TokenStore } from "#server/storage/people-store.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

type TokenRow = { token_hash: string; user_id: number; scopes: string; label: string; created_at: number };

export function tokenStore({ reader, writer }: Connections, write: Write): TokenStore {
  const insert = prepare(
    writer,
    "INSERT INTO tokens (token_hash, user_id, scopes, label, created_at) VALUES (?, ?, ?, ?, ?)",
  );
  const find = prepare<TokenRow>(
    reader,
    "SELECT token_hash, user_id, scopes, label, created_at FROM tokens WHERE token_hash = ?",
  );

  return {
    create: ({ tokenHash, userId, scopes, label, createdAt }) =>
      write(() => void insert.run(tokenHash, userId, JSON.stringify(scopes), label, createdAt)),
    async find(tokenHash) {
      const row = find.get(tokenHash);
      return (
        row && {
          tokenHash: row.token_hash,
          userId: row.user_id as UserId,
          scopes: JSON.parse(row.scopes) as Scope[],
          label: row.label,
          createdAt: row.created_at,
        }
      );
    },
  };
}
