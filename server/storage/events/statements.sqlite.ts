import type { DatabaseSync } from "node:sqlite";
import type { EventRow, Position, SummaryRow } from "#server/storage/events/row.ts";
import { type Statement, prepare } from "#server/storage/sqlite/statement.ts";

/** Statements for one day's file. `lastId`: greatest committed row ID (`batch-ids.ts`). */
export type EventStatements = {
  /**
   * issue, lastId, before (receivedAt, eventId), from (receivedAt, eventId), pieces of the tag or
   * three nulls, environment, limit
   */
  list: Statement<SummaryRow>;
  /**
   * issue, lastId, before (receivedAt, eventId), steps: the position this many steps further, if it
   * exists.
   */
  stepsBefore: Statement<Position>;
  newest: Statement<{ id: number; richness: number }>;
  oldest: Statement<{ id: number }>;
  older: Statement<{ event_id: Uint8Array }>;
  newer: Statement<{ event_id: Uint8Array }>;
  countNewer: Statement<{ count: number }>;
  /** project, trace, lastId, limit */
  ofTrace: Statement<SummaryRow>;
  /** project, trace, lastId: one event of each issue. */
  issuesOfTrace: Statement<SummaryRow>;
  /** issues as JSON, lastId, since, most */
  countSince: Statement<{ count: number }>;
  byEventId: Statement<EventRow>;
  byRowId: Statement<EventRow>;
  exists: Statement<{ found: 1 }>;
  /** project, event, lastId */
  issueOf: Statement<{ issue_id: number }>;
  insertPack: Statement<never>;
  insertEvent: Statement<never>;
  /** Before deleting lost rows: files of earlier batches stay, because the events arrive again. */
  disownEvents: Statement<never>;
  forgetEvents: Statement<never>;
  forgetPacks: Statement<never>;
};

const summary =
  "id, project_id, event_id, issue_id, received_at, timestamp, level, title, environment, release, user, trace_id, tags, span_id";
const whole = `SELECT e.id AS id, project_id, event_id, issue_id, received_at, timestamp, level, title, environment,
  release, user, trace_id, tags, span_id, hash, offset, length, raw_bytes, frame
  FROM events e JOIN packs p ON p.id = e.pack_id`;

// See `tagPieces` in events/event-tags.ts.
const hasTag = `(?7 IS NULL OR CASE WHEN tags GLOB char(30) || '*'
  THEN instr(replace(tags, char(29), ''), ?8) > 0 OR instr(tags, ?9) > 0 ELSE instr(tags, ?7) > 0 END)`;

const list = `SELECT ${summary} FROM events
  WHERE issue_id = ?1 AND id <= ?2 AND (received_at, event_id) < (?3, ?4) AND (received_at, event_id) >= (?5, ?6)
    AND ${hasTag} AND (?10 IS NULL OR environment = ?10)
  ORDER BY received_at DESC, event_id DESC LIMIT ?11`;

const stepsBefore = `SELECT received_at, event_id FROM events
  WHERE issue_id = ? AND id <= ? AND (received_at, event_id) < (?, ?)
  ORDER BY received_at DESC, event_id DESC LIMIT 1 OFFSET ?`;

const newest = `SELECT id, richness FROM events WHERE issue_id = ? AND id <= ?
  ORDER BY received_at DESC, event_id DESC LIMIT ?`;

const oldest = `SELECT id FROM events WHERE issue_id = ? AND id <= ? ORDER BY received_at, event_id LIMIT 1`;

const older = `SELECT event_id FROM events WHERE issue_id = ? AND id <= ? AND (received_at, event_id) < (?, ?)
  ORDER BY received_at DESC, event_id DESC LIMIT 1`;

const newer = `SELECT event_id FROM events WHERE issue_id = ? AND id <= ? AND (received_at, event_id) > (?, ?)
  ORDER BY received_at, event_id LIMIT 1`;

const countNewer = `SELECT count(*) AS count FROM (SELECT 1 FROM events INDEXED BY events_by_issue
  WHERE issue_id = ? AND id <= ? AND (received_at, event_id) > (?, ?) LIMIT ?)`;

const ofTrace = `SELECT ${summary} FROM events INDEXED BY events_by_trace
  WHERE project_id = ? AND trace_id = ? AND id <= ? ORDER BY timestamp LIMIT ?`;

const issuesOfTrace = `SELECT ${summary} FROM events WHERE id IN (SELECT min(id) FROM events INDEXED BY events_by_trace
  WHERE project_id = ? AND trace_id = ? AND id <= ? GROUP BY issue_id)`;

const countSince = `SELECT count(*) AS count FROM (SELECT 1 FROM events INDEXED BY events_by_issue
  WHERE issue_id IN (SELECT value FROM json_each(?)) AND id <= ? AND received_at >= ? LIMIT ?)`;

// An existing ID that `duplicates` missed (it checked another day) must not block the digest.
const insertEvent = `INSERT INTO events (id, project_id, event_id, issue_id, received_at, timestamp, level, richness,
  hash, title, environment, release, user, trace_id, tags, span_id, pack_id, offset, length)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (project_id, event_id) DO NOTHING`;

export function eventStatements(database: DatabaseSync): EventStatements {
  return {
    list: prepare(database, list),
    stepsBefore: prepare(database, stepsBefore),
    newest: prepare(database, newest),
    oldest: prepare(database, oldest),
    older: prepare(database, older),
    newer: prepare(database, newer),
    countNewer: prepare(database, countNewer),
    ofTrace: prepare(database, ofTrace),
    issuesOfTrace: prepare(database, issuesOfTrace),
    countSince: prepare(database, countSince),
    byEventId: prepare(
      database,
      `${whole} WHERE e.project_id = ? AND e.event_id = ? AND e.id <= ?`,
    ),
    byRowId: prepare(database, `${whole} WHERE e.id = ?`),
    exists: prepare(
      database,
      "SELECT 1 AS found FROM events WHERE project_id = ? AND event_id = ? AND id <= ?",
    ),
    issueOf: prepare(
      database,
      "SELECT issue_id FROM events WHERE project_id = ? AND event_id = ? AND id <= ?",
    ),
    insertPack: prepare(database, "INSERT INTO packs (id, raw_bytes, frame) VALUES (?, ?, ?)"),
    insertEvent: prepare(database, insertEvent),
    disownEvents: prepare(database, "UPDATE events SET project_id = -project_id WHERE id > ?"),
    forgetEvents: prepare(database, "DELETE FROM events WHERE id > ?"),
    forgetPacks: prepare(database, "DELETE FROM packs WHERE id > ?"),
  };
}
