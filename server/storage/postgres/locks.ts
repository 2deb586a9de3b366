import { firstOf, type Query, type LockName, type Locks } from "#server/storage/database.ts";
import { type Sql, sql } from "#server/storage/sql.ts";
import type { Database } from "./database.ts";

// An upsert, because it waits for the transaction that created the row as well as for the one that
// holds it.
const take = (
  lock: LockName,
  count: number,
): Sql => sql`INSERT INTO turns (name, last) VALUES (${lock}, ${count})
  ON CONFLICT (name) DO UPDATE SET last = turns.last + excluded.last RETURNING last`;

/** Waits until no other transaction has the lock, and holds it until this one ends. */
const takeLock = async (query: Query, lock: LockName): Promise<void> =>
  void (await query(take(lock, 0)));

/**
 * Log IDs follow the order of commits, because the lock is held until then. A job that follows the
 * log by ID never finds one lower than those read before.
 */
export async function takeNumbers(query: Query, lock: LockName, count: number): Promise<number[]> {
  const row = await firstOf(query<{ last: number }>(take(lock, count)));
  return Array.from({ length: count }, (_, index) => row!.last - count + 1 + index);
}

export const locks: Locks = {
  underLock(query, lock) {
    let taken: Promise<void> | undefined;
    return async (statement) => {
      await (taken ??= takeLock(query, lock));
      return query(statement);
    };
  },
  takeNumbers,
  async newest(query, lock) {
    const row = await firstOf(
      query<{ last: number }>(sql`SELECT last FROM turns WHERE name = ${lock}`),
    );
    return row?.last ?? 0;
  },
};

const selectNews = `SELECT concat_ws(' ', (SELECT last FROM log_end),
    (SELECT string_agg(name || ':' || last, ' ' ORDER BY name) FROM turns),
    (SELECT string_agg(id || stage, ' ' ORDER BY id) FROM bulk_acts WHERE stage IN ('acting', 'undoing')),
    (SELECT count(*) FROM deletions WHERE ended_at IS NULL)) AS news`;

/**
 * Changes when a log has new entries, or jobs have new work. Reads only tables that no cluster
 * distributes.
 */
export const newsOf =
  ({ query }: Pick<Database, "query">) =>
  async (): Promise<string> =>
    (await query<{ news: string }>(selectNews))[0]!.news;
