import type { Rate, RateStore, ProcessRate } from "#server/storage/processes/rate-store.ts";
import type { Database, Query } from "#server/storage/postgres/database.ts";

const tell = `INSERT INTO rates (process, name, minute, units)
  SELECT $1, * FROM unnest($2::text[], $3::bigint[], $4::bigint[])
  ON CONFLICT (process, name, minute) DO UPDATE SET units = excluded.units`;
const hear = "SELECT process, name, minute, units FROM rates WHERE process <> $1 AND minute >= $2";
const forget = "DELETE FROM rates WHERE minute < $1";

export function rateStore({ query }: Database): RateStore {
  return {
    async exchange(process, own, since) {
      const [heard] = await Promise.all([
        query<ProcessRate>(hear, process, since),
        query(forget, since),
        own.length > 0 && say(query, process, own),
      ]);
      return heard;
    },
  };
}

const say = (query: Query, process: string, own: Rate[]) =>
  query(
    tell,
    process,
    own.map(({ name }) => name),
    own.map(({ minute }) => minute),
    own.map(({ units }) => units),
  );
