import type { Query } from "#server/storage/postgres/database.ts";

const insert = `INSERT INTO replayed (digest, at) SELECT unnest($1::text[]), $2 ON CONFLICT DO NOTHING RETURNING digest`;

/** Sorted, so that two processes with the same requests wait instead of deadlocking. */
export async function claimReplayed(
  query: Query,
  digests: string[],
  at: number,
): Promise<Set<string>> {
  const claimed = await query<{ digest: string }>(insert, digests.toSorted(), at);
  return new Set(claimed.map(({ digest }) => digest));
}
