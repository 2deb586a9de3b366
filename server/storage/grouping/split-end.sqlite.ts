import type { DatabaseSync } from "node:sqlite";
import type { DayFiles } from "#server/storage/sqlite/day-files.ts";
import { opened } from "#server/storage/events/days.sqlite.ts";
import type { MoveRow } from "./event-moves.sqlite.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import { userHash } from "#server/storage/layout/user-hash.ts";

type Sights = { first: number | null; last: number | null };

const clear = [
  "DELETE FROM issue_hours WHERE issue_id = ? AND count <= 0",
  "DELETE FROM issue_days WHERE issue_id = ? AND count <= 0",
  "DELETE FROM issue_tags WHERE issue_id = ? AND count <= 0",
  `DELETE FROM issue_environments WHERE issue_id = ?1 AND NOT EXISTS
    (SELECT 1 FROM issue_days d WHERE d.issue_id = ?1 AND d.environment_id = issue_environments.environment_id)`,
];
const countKeys = [
  `INSERT INTO issue_tag_keys (issue_id, key, distinct_values, uncounted)
    SELECT issue_id, key, count(*), 0 FROM issue_tags WHERE issue_id = ? GROUP BY key
    ON CONFLICT DO UPDATE SET distinct_values = excluded.distinct_values`,
  `DELETE FROM issue_tag_keys WHERE issue_id = ?1 AND NOT EXISTS
    (SELECT 1 FROM issue_tags t WHERE t.issue_id = ?1 AND t.key = issue_tag_keys.key)`,
];

const inBoth = `SELECT a.user_hash FROM issue_users a JOIN issue_users b USING (user_hash)
  WHERE a.issue_id = ? AND b.issue_id = ?`;
const settle = `UPDATE issues SET first_seen = ?2, last_seen = ?3, first_release = ?4, last_release = ?5,
  user_count = (SELECT count(*) FROM issue_users WHERE issue_id = ?1) WHERE id = ?1`;

const remaining = "issue_id = ?1 AND id <= ?2";
const selectSights = `SELECT min(received_at) AS first, max(received_at) AS last FROM events WHERE ${remaining}`;
const selectUsers = `SELECT DISTINCT user FROM events WHERE ${remaining} AND user IS NOT NULL`;
const selectRelease = (
  order: "ASC" | "DESC",
) => `SELECT release FROM events WHERE ${remaining} AND release IS NOT NULL
  ORDER BY received_at ${order}, event_id ${order} LIMIT 1`;

/**
 * Runs after all events of an unmerge are moved, for values that can't be added and subtracted.
 * Users seen in both, and first and last seen, are read from the remaining events, as far as days
 * are stored.
 */
export function endSplit(
  writer: DatabaseSync,
  files: DayFiles,
): (move: MoveRow, lastId: number) => void {
  const clearing = [...clear, ...countKeys].map((sql) => prepare(writer, sql));
  const both = prepare<{ user_hash: number }>(writer, inBoth);
  const forget = prepare(writer, "DELETE FROM issue_users WHERE issue_id = ? AND user_hash = ?");
  const update = prepare(writer, settle);
  const read = prepare<IssueTimes>(
    writer,
    "SELECT first_seen, last_seen, first_release, last_release FROM issues WHERE id = ?",
  );
  const known = prepare<{ first: number; last: number }>(
    writer,
    "SELECT min(first_seen) AS first, max(first_seen) AS last FROM fingerprints WHERE issue_id = ?",
  );

  function seenStill(issueId: number, lastId: number): Set<number> {
    const users = new Set<number>();
    for (const { database } of opened(files, files.days()))
      for (const { user } of prepare<{ user: string }>(database, selectUsers).all(issueId, lastId))
        users.add(userHash(user));
    return users;
  }

  function forgetUsers(from: number, to: number, lastId: number): void {
    const candidates = both.all(from, to);
    const still = candidates.length === 0 ? new Set() : seenStill(from, lastId);
    for (const { user_hash } of candidates) if (!still.has(user_hash)) forget.run(from, user_hash);
  }

  /** From its stored events; before those, from its fingerprints' first seen. */
  function settleTimes(issueId: number, lastId: number): void {
    const was = read.get(issueId);
    if (!was) return;
    const now = timesOf(files, issueId, lastId);
    const first = known.get(issueId)!;
    const oldest = files.days().at(-1);
    const keptFrom = oldest === undefined ? Infinity : Date.parse(oldest);
    const older = was.first_seen < keptFrom && first.first < keptFrom;
    const firstSeen = Math.min(first.first, now.first ?? first.first);
    update.run(
      issueId,
      firstSeen,
      Math.max(now.last ?? first.last, firstSeen),
      older ? was.first_release : (now.firstRelease ?? null),
      now.lastRelease ?? (older ? was.last_release : null),
    );
  }

  return ({ counted_in, to_id }, lastId) => {
    forgetUsers(counted_in!, to_id, lastId);
    for (const id of [counted_in!, to_id]) {
      for (const statement of clearing) statement.run(id);
      settleTimes(id, lastId);
    }
  };
}

type IssueTimes = {
  first_seen: number;
  last_seen: number;
  first_release: string | null;
  last_release: string | null;
};

function timesOf(files: DayFiles, issueId: number, lastId: number) {
  const times: { first?: number; last?: number; firstRelease?: string; lastRelease?: string } = {};
  for (const { database } of opened(files, files.days())) {
    const { first, last } = prepare<Sights>(database, selectSights).get(issueId, lastId)!;
    if (first === null || last === null) continue;
    const releaseAt = (order: "ASC" | "DESC") =>
      prepare<{ release: string }>(database, selectRelease(order)).get(issueId, lastId)?.release;
    times.last ??= last;
    times.first = first;
    const [newest, oldest] = [releaseAt("DESC"), releaseAt("ASC")];
    if (newest !== undefined) times.lastRelease ??= newest;
    if (oldest !== undefined) times.firstRelease = oldest;
  }
  return times;
}
