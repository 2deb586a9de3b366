import type { UserId } from "#server/domain/ids.ts";
import type { Identity, IdentityStore } from "#server/storage/factor-store.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

type IdentityRow = { issuer: string; subject: string; user_id: number; email: string; linked_at: number };

const columns = "issuer, subject, user_id, email, linked_at";

export function identityStore({ reader, writer }: Connections, write: Write): IdentityStore {
  const find = prepare<IdentityRow>(reader, `SELECT ${columns} FROM identities WHERE issuer = ? AND subject = ?`);
  const list = prepare<IdentityRow>(reader, `SELECT ${columns} FROM identities WHERE user_id = ? ORDER BY linked_at`);
  const insert = prepare(writer, `INSERT INTO identities (${columns}) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`);

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

const identityOf = ({ issuer, subject, user_id, email, linked_at }: IdentityRow): Identity => ({
  ...{ issuer, subject, email, userId: user_id as UserId, linkedAt: linked_at },
});
