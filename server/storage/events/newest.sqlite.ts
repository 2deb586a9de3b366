import type { FingerprintHash } from "#server/domain/ids.ts";
import { dayMs } from "#server/domain/time.ts";
import type { GroupingStore } from "#server/storage/grouping/grouping-store.ts";
import type { StoredEvent } from "#server/storage/events/event-store.ts";
import type { DayFile } from "#server/storage/sqlite/day-file.ts";
import type { DayFiles } from "#server/storage/sqlite/day-files.ts";
import { opened } from "./days.sqlite.ts";
import { summaryOf } from "#server/storage/events/row.ts";
import type { SummaryRow } from "#server/storage/events/row.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import { inflate } from "#server/storage/layout/packs.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

type Row = SummaryRow & { hash: string; pack_id: number; offset: number; length: number };

/** Row IDs of a day follow receipt (`batch-ids.ts`), so the newest need no index by time. */
const select = `SELECT id, project_id, event_id, issue_id, received_at, timestamp, level, title, environment, release, user,
    trace_id, tags, span_id, hash, pack_id, offset, length
  FROM (SELECT * FROM events WHERE id < ? ORDER BY id DESC LIMIT ?) WHERE project_id = ? AND received_at >= ? ORDER BY id DESC`;
const floor =
  "SELECT min(id) AS id FROM (SELECT id FROM events WHERE id < ? ORDER BY id DESC LIMIT ?)";

export function newestEvents(files: DayFiles, lastId: () => number): GroupingStore["newest"] {
  return async ({ projectId, since, limit, cursor }) => {
    const [atDay, atId] = decodeCursor<[string, number]>(cursor, ["string", "integer"]) ?? [];
    const isAsked = (day: string) =>
      (atDay === undefined || day <= atDay) && Date.parse(day) + dayMs > since;
    for (const file of opened(files, files.days().filter(isAsked))) {
      const before = file.day === atDay ? atId! : lastId() + 1;
      const lowest = prepare<{ id: number | null }>(file.database, floor).get(before, limit)!.id;
      if (lowest === null) continue;
      const rows = prepare<Row>(file.database, select).all(before, limit, projectId, since);
      return { rows: withBodies(file, rows), next: encodeCursor([file.day, lowest]) };
    }
    return { rows: [] };
  };
}

/** Neighbors share a pack, which is decompressed once. */
function withBodies({ database }: DayFile, rows: Row[]): StoredEvent[] {
  const pack = prepare<{ frame: Uint8Array; raw_bytes: number }>(
    database,
    "SELECT frame, raw_bytes FROM packs WHERE id = ?",
  );
  let open: { id: number; raw: Buffer } | undefined;
  return rows.map((row) => {
    if (open?.id !== row.pack_id) {
      const { frame, raw_bytes } = pack.get(row.pack_id)!;
      open = { id: row.pack_id, raw: inflate(frame, raw_bytes) };
    }
    const body = open.raw.toString("utf8", row.offset, row.offset + row.length);
    return { ...summaryOf(row), hash: row.hash as FingerprintHash, body };
  });
}
