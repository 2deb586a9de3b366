import type { IdentityStore } from "#server/storage/factor-store.ts";
import { identityColumns, identityOf, type IdentityRow } from "#server/storage/layout/factor-rows.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

export function identityStore({ reader, writer }: Connections, write: Write): IdentityStore {
  const find = prepare<IdentityRow>(
    reader,
    `SELECT ${identityColumns} FROM identities WHERE issuer = ? AND subject = ?`,
  );
  const list = prepare<IdentityRow>(
    reader,
    `SELECT ${identityColumns} FROM identities WHERE user_id = ? ORDER BY linked_at`,
  );
  const insert = prepare(
    writer,
    `INSERT INTO identities (${identityColumns}) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );

  return {
    async find(issuer, subject) {
      const row = find.get(issuer, subject);
      return row && identityOf(row);
    },
    list: async (userId) => list.all(userId).map(identityOf),
    link: ({ issuer, subject, userId, email, linkedAt }) =>
      write(() => (insert.run(issuer, subject, userId, email, linkedAt) === 1 ? "linked" : "taken")),
  };
}
