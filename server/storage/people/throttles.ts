import type { ThrottleState } from "#server/domain/people/throttle.ts";
import { countOf, type Database, firstOf, type Query } from "#server/storage/database.ts";
import { forUpdate, sql } from "#server/storage/sql.ts";
import { throttleOf, type ThrottleRow } from "./access-rows.ts";
import type { ThrottleStore } from "./access-store.ts";

const throttleWith = (key: string) =>
  sql`SELECT failures, since, until, forget_at FROM throttles WHERE key = ${key}`;

export function throttleStore({ query, transaction }: Database): ThrottleStore {
  return {
    get: async (key) => stateOf(await firstOf(query<ThrottleRow>(throttleWith(key)))),
    change: (key, decide) =>
      transaction(async (query) => {
        // An existing row is locked. A concurrently created one is waited for, and the decision
        // repeated.
        for (;;) {
          const before = stateOf(
            await firstOf(query<ThrottleRow>(sql`${throttleWith(key)}${forUpdate}`)),
          );
          const after = decide(before);
          if (!after || (await (before ? update : insert)(query, key, after)) > 0) return after;
        }
      }),
    clear: async (key) => void (await query(sql`DELETE FROM throttles WHERE key = ${key}`)),
    removeForgotten: (now) => countOf(query(sql`DELETE FROM throttles WHERE forget_at <= ${now}`)),
  };
}

const stateOf = (row: ThrottleRow | undefined) => row && throttleOf(row);

const insert = (query: Query, key: string, { failures, since, until, forgetAt }: ThrottleState) =>
  countOf(
    query(sql`INSERT INTO throttles (key, failures, since, until, forget_at)
      VALUES (${key}, ${failures}, ${since}, ${until}, ${forgetAt}) ON CONFLICT DO NOTHING`),
  );

const update = (query: Query, key: string, { failures, since, until, forgetAt }: ThrottleState) =>
  countOf(
    query(sql`UPDATE throttles SET failures = ${failures}, since = ${since}, until = ${until}, forget_at = ${forgetAt}
      WHERE key = ${key}`),
  );
