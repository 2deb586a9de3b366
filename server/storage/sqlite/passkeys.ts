import type { PasskeyStore } from "#server/storage/factor-store.ts";
import { passkeyColumns, passkeyOf, type PasskeyRow } from "#server/storage/layout/factor-rows.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

const insertPasskey = `INSERT INTO passkeys (credential_id, user_id, name, public_key, algorithm, counter, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (credential_id) DO NOTHING`;
// WebAuthn Level 3, 7.2, step 22: a counter that stands still where it has moved before means a copy.
const usePasskey = `UPDATE passkeys SET counter = :counter, last_used_at = :at
  WHERE id = :id AND (:counter > counter OR (:counter = 0 AND counter = 0))`;

export function passkeyStore({ reader, writer }: Connections, write: Write): PasskeyStore {
  const list = prepare<PasskeyRow>(reader, `SELECT ${passkeyColumns} FROM passkeys WHERE user_id = ? ORDER BY id DESC`);
  const find = prepare<PasskeyRow>(reader, `SELECT ${passkeyColumns} FROM passkeys WHERE credential_id = ?`);
  const insert = prepare(writer, insertPasskey);
  const remove = prepare<PasskeyRow>(
    writer,
    `DELETE FROM passkeys WHERE user_id = ? AND id = ? RETURNING ${passkeyColumns}`,
  );
  const removeAll = prepare(writer, "DELETE FROM passkeys WHERE user_id = ?");
  const use = prepare(writer, usePasskey);

  return {
    list: async (userId) => list.all(userId).map(passkeyOf),
    find: async (credentialId) => maybe(find.get(credentialId)),
    add: ({ credentialId, userId, name, publicKey, algorithm, counter, createdAt }) =>
      write(() =>
        insert.run(credentialId, userId, name, publicKey, algorithm, counter, createdAt) === 1 ? "added" : "present",
      ),
    remove: (userId, id) => write(() => maybe(remove.get(userId, id))),
    removeAll: (userId) => write(() => removeAll.run(userId)),
    use: (id, { counter, at }) => write(() => use.run({ id, counter, at }) === 1),
  };
}

const maybe = (row: PasskeyRow | undefined) => row && passkeyOf(row);
