import { countOf, type Database, firstOf } from "#server/storage/database.ts";
import { raw, sql } from "#server/storage/sql.ts";
import { identityColumns, identityOf, type IdentityRow } from "./factor-rows.ts";
import type { IdentityStore } from "./factor-store.ts";

const columns = raw(identityColumns);

export function identityStore({ query }: Database): IdentityStore {
  return {
    async find(issuer, subject) {
      const select = sql`SELECT ${columns} FROM identities WHERE issuer = ${issuer} AND subject = ${subject}`;
      const row = await firstOf(query<IdentityRow>(select));
      return row && identityOf(row);
    },
    async list(userId) {
      const select = sql`SELECT ${columns} FROM identities WHERE user_id = ${userId} ORDER BY linked_at, issuer`;
      return (await query<IdentityRow>(select)).map(identityOf);
    },
    async link({ issuer, subject, userId, email, linkedAt }) {
      const insert = sql`INSERT INTO identities (${columns})
        VALUES (${issuer}, ${subject}, ${userId}, ${email}, ${linkedAt}) ON CONFLICT DO NOTHING`;
      return (await countOf(query(insert))) === 1 ? "linked" : "taken";
    },
  };
}
