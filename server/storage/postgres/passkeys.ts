import { passkeyColumns, passkeyOf, type PasskeyRow } from "#server/storage/layout/factor-rows.ts";
import type { PasskeyStore } from "#server/storage/factor-store.ts";
import type { Database } from "./database.ts";

const insert = `INSERT INTO passkeys (credential_id, user_id, name, public_key, algorithm, counter, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (credential_id) DO NOTHING`;
const select = `SELECT ${passkeyColumns} FROM passkeys`;
const remove = `DELETE FROM passkeys WHERE user_id = $1 AND id = $2 RETURNING ${passkeyColumns}`;
// WebAuthn Level 3, 7.2, step 22: a counter that stands still where it has moved before means a copy.
const use = `UPDATE passkeys SET counter = $2, last_used_at = $3
  WHERE id = $1 AND ($2 > counter OR ($2 = 0 AND counter = 0))`;

export function passkeyStore({ query }: Database): PasskeyStore {
  return {
    list: async (userId) =>
      (await query<PasskeyRow>(`${select} WHERE user_id = $1 ORDER BY id DESC`, userId)).map(passkeyOf),
    find: async (credentialId) => found(await query<PasskeyRow>(`${select} WHERE credential_id = $1`, credentialId)),
    async add({ credentialId, userId, name, publicKey, algorithm, counter, createdAt }) {
      const { count } = await query(insert, credentialId, userId, name, publicKey, algorithm, counter, createdAt);
      return count === 1 ? "added" : "present";
    },
    remove: async (userId, id) => found(await query<PasskeyRow>(remove, userId, id)),
    removeAll: async (userId) => (await query("DELETE FROM passkeys WHERE user_id = $1", userId)).count,
    use: async (id, { counter, at }) => (await query(use, id, counter, at)).count === 1,
  };
}

const found = ([row]: PasskeyRow[]) => row && passkeyOf(row);
