import type { UserId } from "#server/domain/ids.ts";
import type { SessionStore } from "#server/storage/store.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

type SessionRow = { token_hash: string; user_id: number; created_at: number; expires_at: number };

export function sessionStore({ reader, writer }: Connections, write: Write): SessionStore {
  const insert = prepare(
    writer,
    "INSERT INTO sessions (token_hash, user_id, created_at, expires_at) VALUES (?, ?, ?, ?)",
  );
  const sweep = prepare(writer, "DELETE FROM sessions WHERE expires_at <= ?");
  const extend = prepare(writer, "UPDATE sessions SET expires_at = ? WHERE token_hash = ?");
  const remove = prepare(writer, "DELETE FROM sessions WHERE token_hash = ?");
  const find = prepare<SessionRow>(
    reader,
    "SELECT token_hash, user_id, created_at, expires_at FROM sessions WHERE token_hash = ? AND expires_at > ?",
  );

  return {
    create: ({ tokenHash, userId, createdAt, expiresAt }) =>
      write(() => {
        // Who signs in sweeps up: expired sessions need no job of their own.
        sweep.run(createdAt);
        insert.run(tokenHash, userId, createdAt, expiresAt);
      }),
    async find(tokenHash, now) {
      const row = find.get(tokenHash, now);
      return (
        row && {
          tokenHash: row.token_hash,
          userId: row.user_id as UserId,
          createdAt: row.created_at,
          expiresAt: row.expires_at,
        }
      );
    },
    extend: (tokenHash, expiresAt) => write(() => void extend.run(expiresAt, tokenHash)),
    remove: (tokenHash) => write(() => void remove.run(tokenHash)),
  };
}
