import type { UserId } from "#server/domain/ids.ts";
import { countOf, type Database, firstOf, type Query } from "#server/storage/database.ts";
import { eachOf, forUpdate, sql } from "#server/storage/sql.ts";
import type { TotpStore } from "./factor-store.ts";

type TotpRow = { secret: string; last_step: number; created_at: number };

const totpOf = (userId: UserId) =>
  sql`SELECT secret, last_step, created_at FROM totp WHERE user_id = ${userId}`;

export function totpStore({ query, transaction }: Database): TotpStore {
  return {
    async find(userId) {
      const row = await firstOf(query<TotpRow>(totpOf(userId)));
      return row && { secret: row.secret, lastStep: row.last_step, createdAt: row.created_at };
    },
    switchOn: (userId, { secret, lastStep, createdAt }, codeHashes) =>
      transaction(async (query) => {
        const insert = sql`INSERT INTO totp (user_id, secret, last_step, created_at)
          VALUES (${userId}, ${secret}, ${lastStep}, ${createdAt}) ON CONFLICT DO NOTHING`;
        if ((await countOf(query(insert))) === 0) return "present";
        await replaceCodes(query, userId, codeHashes);
        return "on";
      }),
    switchOff: (userId) =>
      transaction(async (query) => {
        const count = await countOf(query(sql`DELETE FROM totp WHERE user_id = ${userId}`));
        await removeCodes(query, userId);
        return count === 1;
      }),
    takeStep: async (userId, step) => {
      const take = sql`UPDATE totp SET last_step = ${step} WHERE user_id = ${userId} AND last_step < ${step}`;
      return (await countOf(query(take))) === 1;
    },
    takeRecoveryCode: async (userId, codeHash) => {
      const take = sql`DELETE FROM recovery_codes WHERE user_id = ${userId} AND code_hash = ${codeHash}`;
      return (await countOf(query(take))) === 1;
    },
    countRecoveryCodes: (userId) =>
      countOf(query(sql`SELECT code_hash FROM recovery_codes WHERE user_id = ${userId}`)),
    replaceRecoveryCodes: (userId, codeHashes) =>
      transaction(async (query) => {
        // If two requests run at once, the second replaces the first's offer.
        await query(sql`${totpOf(userId)}${forUpdate}`);
        await replaceCodes(query, userId, codeHashes);
      }),
  };
}

async function replaceCodes(query: Query, userId: UserId, codeHashes: string[]): Promise<void> {
  await removeCodes(query, userId);
  await query(
    sql`INSERT INTO recovery_codes (user_id, code_hash) SELECT ${userId}, value FROM ${eachOf(codeHashes)}`,
  );
}

const removeCodes = (query: Query, userId: UserId) =>
  query(sql`DELETE FROM recovery_codes WHERE user_id = ${userId}`);
