import type { ThrottleState } from "#server/domain/people/throttle.ts";
import type { ThrottleStore } from "#server/storage/access-store.ts";
import { throttleOf, type ThrottleRow } from "#server/storage/layout/access-rows.ts";
import type { Database, Query } from "./database.ts";

const select = "SELECT failures, since, until, forget_at FROM throttles WHERE key = $1";
const insert = `INSERT INTO throttles (key, failures, since, until, forget_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT DO NOTHING`;
const update = "UPDATE throttles SET failures = $2, since = $3, until = $4, forget_at = $5 WHERE key = $1";

export function throttleStore({ query, transaction }: Database): ThrottleStore {
  return {
    get: async (key) => found(await query<ThrottleRow>(select, key)),
    change: (key, decide) =>
      transaction(async (query) => {
        // A row that is there is held; one that somebody else makes meanwhile is waited for, and decided on anew.
        for (;;) {
          const before = found(await query<ThrottleRow>(`${select} FOR UPDATE`, key));
          const after = decide(before);
          if (!after || (await put(query, before ? update : insert, key, after))) return after;
        }
      }),
    clear: async (key) => void (await query("DELETE FROM throttles WHERE key = $1", key)),
    removeForgotten: async (now) => (await query("DELETE FROM throttles WHERE forget_at <= $1", now)).count,
  };
}

const put = async (query: Query, statement: string, key: string, state: ThrottleState): Promise<boolean> =>
  (await query(statement, key, state.failures, state.since, state.until, state.forgetAt)).count > 0;

const found = ([row]: ThrottleRow[]) => row && throttleOf(row);
