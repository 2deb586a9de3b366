import { identityColumns, identityOf, type IdentityRow } from "#server/storage/layout/factor-rows.ts";
import type { IdentityStore } from "#server/storage/factor-store.ts";
import type { Database } from "./database.ts";

const select = `SELECT ${identityColumns} FROM identities`;
const insert = `INSERT INTO identities (${identityColumns}) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`;

export function identityStore({ query }: Database): IdentityStore {
  return {
    async find(issuer, subject) {
      const [row] = await query<IdentityRow>(`${select} WHERE issuer = $1 AND subject = $2`, issuer, subject);
      return row && identityOf(row);
    },
    list: async (userId) =>
      (await query<IdentityRow>(`${select} WHERE user_id = $1 ORDER BY linked_at, issuer`, userId)).map(identityOf),
    link: async ({ issuer, subject, userId, email, linkedAt }) =>
      (await query(insert, issuer, subject, userId, email, linkedAt)).count === 1 ? "linked" : "taken",
  };
}
