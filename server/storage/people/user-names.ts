import type { Query } from "#server/storage/database.ts";
import { isAnyOf, raw, sql } from "#server/storage/sql.ts";

/** Names of people by ID: a separate query, because they are stored apart from project data. */
export async function userNames(
  query: Query,
  ids: Iterable<number | null>,
): Promise<Map<number, string>> {
  const asked = [...new Set(ids)].filter((id) => id !== null);
  if (asked.length === 0) return new Map();
  const rows = await query<{ id: number; name: string }>(
    sql`SELECT id, name FROM users WHERE ${isAnyOf(raw("id"), asked)}`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
