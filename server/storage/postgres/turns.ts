import type { Database, Query } from "./database.ts";

/** What one transaction at a time does, of all processes. Those that keep a log number its entries. */
export type Turn = "monitors" | "releases" | "notices" | "deliveries";

// An upsert, since it waits for who made the row as well as for who holds it.
const take = `INSERT INTO turns (name, last) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET last = turns.last + excluded.last RETURNING last`;

/** Waits until nobody else has it, and keeps it until the transaction ends. */
export const takeTurn = async (query: Query, name: Turn): Promise<void> => void (await query(take, name, 0));

/**
 * The next numbers of a log. They grow in the order of commits, since its turn is kept until then: who follows the log by number
 * never meets one that is less than what was read before.
 */
export async function takeNumbers(query: Query, name: Turn, count: number): Promise<number[]> {
  const [row] = await query<{ last: number }>(take, name, count);
  return Array.from({ length: count }, (_, index) => row!.last - count + 1 + index);
}

/** The number that was given last, also where its entry is gone; 0 before the first. */
export async function newestNumber(query: Query, name: Turn): Promise<number> {
  const [row] = await query<{ last: number }>("SELECT last FROM turns WHERE name = $1", name);
  return row?.last ?? 0;
}

const selectNews = `SELECT concat_ws(' ', (SELECT last FROM log_end),
    (SELECT string_agg(name || ':' || last, ' ' ORDER BY name) FROM turns),
    (SELECT string_agg(id || stage, ' ' ORDER BY id) FROM bulk_acts WHERE stage IN ('acting', 'undoing')),
    (SELECT count(*) FROM deletions WHERE ended_at IS NULL)) AS news`;

/** Differs once a log has an entry more, or work is asked for that jobs do. Of tables alone that no cluster splits. */
export const newsOf =
  ({ query }: Pick<Database, "query">) =>
  async (): Promise<string> =>
    (await query<{ news: string }>(selectNews))[0]!.news;

/** As `query`, which takes the turn before its first statement. */
export function inTurn(query: Query, name: Turn): Query {
  let taken: Promise<void> | undefined;
  return async (statement, ...values) => {
    await (taken ??= takeTurn(query, name));
    return query(statement, ...values);
  };
}
