import type { Query } from "./database.ts";

const select = "SELECT id, name FROM users WHERE id = ANY($1::bigint[])";

/** What people are called, by id: asked by itself, since they lie apart from what projects hold. */
export async function userNames(query: Query, ids: Iterable<number | null>): Promise<Map<number, string>> {
  const asked = [...new Set(ids)].filter((id) => id !== null);
  if (asked.length === 0) return new Map();
  const rows = await query<{ id: number; name: string }>(select, asked);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
