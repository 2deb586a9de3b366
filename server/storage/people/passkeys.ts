import { countOf, type Database, firstOf } from "#server/storage/database.ts";
import { raw, sql } from "#server/storage/sql.ts";
import { passkeyColumns, passkeyOf, type PasskeyRow } from "./factor-rows.ts";
import type { PasskeyStore } from "./factor-store.ts";

const columns = raw(passkeyColumns);
const selectPasskeys = sql`SELECT ${columns} FROM passkeys`;

export function passkeyStore({ query }: Database): PasskeyStore {
  return {
    list: async (userId) =>
      (
        await query<PasskeyRow>(sql`${selectPasskeys} WHERE user_id = ${userId} ORDER BY id DESC`)
      ).map(passkeyOf),
    find: async (credentialId) =>
      found(
        await firstOf(
          query<PasskeyRow>(sql`${selectPasskeys} WHERE credential_id = ${credentialId}`),
        ),
      ),
    async add({ credentialId, userId, name, publicKey, algorithm, counter, createdAt }) {
      const count = await countOf(
        query(sql`INSERT INTO passkeys (credential_id, user_id, name, public_key, algorithm, counter, created_at)
          VALUES (${credentialId}, ${userId}, ${name}, ${publicKey}, ${algorithm}, ${counter}, ${createdAt})
          ON CONFLICT (credential_id) DO NOTHING`),
      );
      return count === 1 ? "added" : "present";
    },
    remove: async (userId, id) =>
      found(
        await firstOf(
          query<PasskeyRow>(
            sql`DELETE FROM passkeys WHERE user_id = ${userId} AND id = ${id} RETURNING ${columns}`,
          ),
        ),
      ),
    removeAll: (userId) => countOf(query(sql`DELETE FROM passkeys WHERE user_id = ${userId}`)),
    // WebAuthn Level 3, 7.2, step 22: a counter that stops increasing means a copy.
    use: async (id, { counter, at }) => {
      const moves = counter === 0 ? sql`counter = 0` : sql`counter < ${counter}`;
      const use = sql`UPDATE passkeys SET counter = ${counter}, last_used_at = ${at} WHERE id = ${id} AND ${moves}`;
      return (await countOf(query(use))) === 1;
    },
  };
}

const found = (row: PasskeyRow | undefined) => row && passkeyOf(row);
