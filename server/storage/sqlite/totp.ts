import type { UserId } from "#server/domain/ids.ts";
import type { StoredTotp, TotpStore } from "#server/storage/factor-store.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

type TotpRow = { secret: string; last_step: number; created_at: number };

export function totpStore({ reader, writer }: Connections, write: Write): TotpStore {
  const find = prepare<TotpRow>(reader, "SELECT secret, last_step, created_at FROM totp WHERE user_id = ?");
  const insert = prepare(
    writer,
    "INSERT INTO totp (user_id, secret, last_step, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const remove = prepare(writer, "DELETE FROM totp WHERE user_id = ?");
  const takeStep = prepare(writer, "UPDATE totp SET last_step = :step WHERE user_id = :userId AND last_step < :step");
  const addCode = prepare(writer, "INSERT INTO recovery_codes (user_id, code_hash) VALUES (?, ?)");
  const takeCode = prepare(writer, "DELETE FROM recovery_codes WHERE user_id = ? AND code_hash = ?");
  const removeCodes = prepare(writer, "DELETE FROM recovery_codes WHERE user_id = ?");
  const countCodes = prepare<{ count: number }>(
    reader,
    "SELECT count(*) AS count FROM recovery_codes WHERE user_id = ?",
  );

  const replaceCodes = (userId: UserId, codeHashes: string[]) => {
    removeCodes.run(userId);
    for (const hash of codeHashes) addCode.run(userId, hash);
  };

  return {
    async find(userId) {
      const row = find.get(userId);
      return row && { secret: row.secret, lastStep: row.last_step, createdAt: row.created_at };
    },
    switchOn: (userId, { secret, lastStep, createdAt }: StoredTotp, codeHashes) =>
      write(() => {
        if (insert.run(userId, secret, lastStep, createdAt) === 0) return "present";
        replaceCodes(userId, codeHashes);
        return "on";
      }),
    switchOff: (userId) =>
      write(() => {
        removeCodes.run(userId);
        return remove.run(userId) === 1;
      }),
    takeStep: (userId, step) => write(() => takeStep.run({ userId, step }) === 1),
    takeRecoveryCode: (userId, codeHash) => write(() => takeCode.run(userId, codeHash) === 1),
    countRecoveryCodes: async (userId) => countCodes.get(userId)!.count,
    replaceRecoveryCodes: (userId, codeHashes) => write(() => replaceCodes(userId, codeHashes)),
  };
}
