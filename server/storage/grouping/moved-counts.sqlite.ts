import type { DatabaseSync } from "node:sqlite";
import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import { dayMs, hourMs } from "#server/domain/time.ts";
import type { DayFile } from "#server/storage/sqlite/day-file.ts";
import { ensureEnvironment } from "#server/storage/names/environments.sqlite.ts";
import type { MoveRow } from "./event-moves.sqlite.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import { addTags } from "#server/storage/tags/tags.sqlite.ts";
import { userHash } from "#server/storage/layout/user-hash.ts";

type HourRow = { hour: number; environment: string; count: number; first: number; last: number };
type TagRow = { key: string; value: string; count: number; last: number };

const among = "issue_id = ?1 AND id <= ?2 AND hash IN (SELECT value FROM json_each(?3))";
const selectHours = `SELECT received_at / ${hourMs} * ${hourMs} AS hour, coalesce(environment, '') AS environment,
    count(*) AS count, min(received_at) AS first, max(received_at) AS last
  FROM events WHERE ${among} GROUP BY 1, 2`;
const selectTags = `SELECT t.value ->> 0 AS key, t.value ->> 1 AS value, count(*) AS count, max(received_at) AS last
  FROM (SELECT tags, received_at FROM events WHERE ${among}) e, json_each(tags_json(e.tags)) t GROUP BY 1, 2`;
const selectUsers = `SELECT DISTINCT user FROM events WHERE ${among} AND user IS NOT NULL`;
const give = (
  unit: "hour" | "day",
) => `INSERT INTO issue_${unit}s (issue_id, ${unit}, environment_id, count)
  VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count`;
const take = (unit: "hour" | "day") => `UPDATE issue_${unit}s SET count = count - ?4
  WHERE issue_id = ?1 AND ${unit} = ?2 AND environment_id = ?3`;
const giveSight = `INSERT INTO issue_environments (environment_id, issue_id, first_seen, last_seen) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET first_seen = min(first_seen, excluded.first_seen), last_seen = max(last_seen, excluded.last_seen)`;
const takeTag =
  "UPDATE issue_tags SET count = count - ?4 WHERE issue_id = ?1 AND key = ?2 AND value = ?3";
const takeUncounted =
  "UPDATE issue_tag_keys SET uncounted = max(0, uncounted - ?3) WHERE issue_id = ?1 AND key = ?2";

const giveEvents = `UPDATE issues SET event_count = event_count + ?2, first_seen = min(first_seen, ?3),
  user_count = (SELECT count(*) FROM issue_users WHERE issue_id = ?1) WHERE id = ?1`;
const takeEvents = "UPDATE issues SET event_count = max(0, event_count - ?2) WHERE id = ?1";

/** Moves one day of events from one issue's counters to another's. Returns the number of events. */
export function countDay(
  writer: DatabaseSync,
): (move: MoveRow, file: DayFile, lastId: number) => number {
  const environmentId = ensureEnvironment(writer);
  const run = (sql: string) => prepare(writer, sql);
  const units = [
    { width: hourMs, give: run(give("hour")), take: run(take("hour")) },
    { width: dayMs, give: run(give("day")), take: run(take("day")) },
  ];
  const tagIn = addTags(writer);
  const [sight, tagOut, beyond] = [run(giveSight), run(takeTag), run(takeUncounted)];
  const [eventsIn, eventsOut] = [run(giveEvents), run(takeEvents)];
  const seeUser = run(
    "INSERT INTO issue_users (issue_id, user_hash) VALUES (?, ?) ON CONFLICT DO NOTHING",
  );

  function countHours({ project_id, to_id, counted_in }: MoveRow, rows: HourRow[]): void {
    for (const { hour, environment, count, first, last } of rows) {
      const id = environmentId(project_id, environment);
      for (const unit of units) {
        const at = Math.floor(hour / unit.width) * unit.width;
        unit.give.run(to_id, at, id, count);
        unit.take.run(counted_in, at, id, count);
      }
      sight.run(id, to_id, first, last);
    }
  }

  function countTags({ project_id, to_id, counted_in }: MoveRow, rows: TagRow[]): void {
    const projectId = project_id as ProjectId;
    tagIn(
      rows.map(({ last, ...row }) => ({
        ...row,
        projectId,
        issueId: to_id as IssueId,
        lastSeen: last,
      })),
    );
    for (const { key, value, count } of rows)
      if (tagOut.run(counted_in, key, value, count) === 0) beyond.run(counted_in, key, count);
  }

  return (move, { database }, lastId) => {
    const read = <Row>(sql: string) =>
      prepare<Row>(database, sql).all(move.from_id, lastId, move.hashes);
    const hours = read<HourRow>(selectHours);
    if (hours.length === 0) return 0;
    countHours(move, hours);
    countTags(move, read<TagRow>(selectTags));
    for (const { user } of read<{ user: string }>(selectUsers))
      seeUser.run(move.to_id, userHash(user));
    const count = hours.reduce((sum, row) => sum + row.count, 0);
    const first = Math.min(...hours.map((row) => row.first));
    eventsIn.run(move.to_id, count, first);
    eventsOut.run(move.counted_in, count);
    return count;
  };
}
