import type { UserId } from "#server/domain/ids.ts";
import type { TotpStore } from "#server/storage/factor-store.ts";
import type { Database, Query } from "./database.ts";

type TotpRow = { secret: string; last_step: number; created_at: number };

const select = "SELECT secret, last_step, created_at FROM totp WHERE user_id = $1";
const insert = `INSERT INTO totp (user_id, secret, last_step, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`;
const takeStep = "UPDATE totp SET last_step = $2 WHERE user_id = $1 AND last_step < $2";
const takeCode = "DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2";
const countCodes = "SELECT count(*) AS count FROM recovery_codes WHERE user_id = $1";
const removeCodes = "DELETE FROM recovery_codes WHERE user_id = $1";
const addCodes = "INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($2::text[])";

export function totpStore({ query, transaction }: Database): TotpStore {
  return {
    async find(userId) {
      const [row] = await query<TotpRow>(select, userId);
      return row && { secret: row.secret, lastStep: row.last_step, createdAt: row.created_at };
    },
    switchOn: (userId, { secret, lastStep, createdAt }, codeHashes) =>
      transaction(async (query) => {
        if ((await query(insert, userId, secret, lastStep, createdAt)).count === 0) return "present";
        await replaceCodes(query, userId, codeHashes);
        return "on";
      }),
    switchOff: (userId) =>
      transaction(async (query) => {
        const { count } = await query("DELETE FROM totp WHERE user_id = $1", userId);
        await query(removeCodes, userId);
        return count === 1;
      }),
    takeStep: async (userId, step) => (await query(takeStep, userId, step)).count === 1,
    takeRecoveryCode: async (userId, codeHash) => (await query(takeCode, userId, codeHash)).count === 1,
    countRecoveryCodes: async (userId) => (await query<{ count: number }>(countCodes, userId))[0]!.count,
    replaceRecoveryCodes: (userId, codeHashes) =>
      transaction(async (query) => {
        // Of two who ask at once the second replaces what the first has made.
        await query(`${select} FOR UPDATE`, userId);
        await replaceCodes(query, userId, codeHashes);
      }),
  };
}

async function replaceCodes(query: Query, userId: UserId, codeHashes: string[]): Promise<void> {
  await query(removeCodes, userId);
  await query(addCodes, userId, codeHashes);
}
