import type { GroupingStore } from "#server/storage/grouping/grouping-store.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { type Day, dayOf } from "#server/storage/postgres/days.ts";
import { type PlacedRow, placedColumns, withBodies } from "./bodies.postgres.ts";

/** The primary key orders them by day and receipt, so the newest need no index by time. */
const select = `SELECT ${placedColumns} FROM events WHERE project_id = $1 AND day BETWEEN $2 AND $3 AND (day, id) < ($3, $4)
  AND received_at >= $5 ORDER BY day DESC, id DESC LIMIT $6`;

const lastDay: Day = "9999-12-31";

export const newestEvents =
  (query: Query): GroupingStore["newest"] =>
  async ({ projectId, since, limit, cursor }) => {
    const [day, id] = decodeCursor<[string, number]>(cursor, ["string", "integer"]) ?? [lastDay, 0];
    const rows = await query<PlacedRow>(select, projectId, dayOf(since), day, id, since, limit);
    const last = rows.at(-1);
    return {
      rows: await withBodies(query, projectId, rows),
      ...(last && rows.length === limit && { next: encodeCursor([last.day, last.id]) }),
    };
  };
