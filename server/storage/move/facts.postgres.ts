import type { ProjectId } from "#server/domain/ids.ts";
import type { MoveFacts } from "#server/storage/move/move-store.ts";
import { numberedByRows, numberedTables } from "#server/storage/tables.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import type { Day } from "#server/storage/postgres/days.ts";
import { laneOf } from "#server/storage/postgres/lanes.ts";
import type { LockName } from "#server/storage/database.ts";

/**
 * Derived data that statements otherwise maintain (issues/counts.postgres.ts,
 * tags/terms.postgres.ts), computed from the moved rows.
 */
const statements = [
  "DELETE FROM issue_counts WHERE project_id = $1",
  `INSERT INTO issue_counts (project_id, environment_id, state, substate, issues)
    SELECT $1::bigint, 0, state, substate, count(*) FROM issues WHERE project_id = $1 GROUP BY state, substate`,
  `INSERT INTO issue_counts (project_id, environment_id, state, substate, issues)
    SELECT $1::bigint, e.environment_id, i.state, i.substate, count(*)
    FROM issue_environments e JOIN issues i ON i.project_id = e.project_id AND i.id = e.issue_id
    WHERE e.project_id = $1 GROUP BY e.environment_id, i.state, i.substate`,
  "DELETE FROM tag_terms WHERE project_id = $1",
  `INSERT INTO tag_terms (project_id, key, value, issues)
    SELECT $1::bigint, key, value, count(*) FROM issue_tags WHERE project_id = $1 GROUP BY key, value`,
  `INSERT INTO tag_terms (project_id, key, issues)
    SELECT $1::bigint, key, count(*) FROM issue_tag_keys WHERE project_id = $1 GROUP BY key`,
];

/** Use in a transaction. Can be repeated. */
async function addTerms(query: Query, project: ProjectId): Promise<void> {
  for (const statement of statements) await query(statement, project);
}

/**
 * Logs get IDs under a lock (issues/activities.postgres.ts, locks.ts), all other tables from a
 * sequence.
 */
const lockOf: { [table: string]: LockName } = {
  notices: "notices",
  monitor_incidents: "monitors",
  release_sightings: "releases",
};

const selectSequence =
  "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence($1, 'id')::regclass), 0) AS last";
const selectLogEnd = "SELECT last FROM log_end";
const selectLast = "SELECT last FROM turns WHERE name = $1";
const selectDecided = `SELECT (SELECT count(*) FROM traces t WHERE t.lane = $1 AND t.day = n.day AND t.id <= n.decided) AS traces
  FROM thinning n WHERE n.lane = $1 AND n.day = $2`;
const selectThinned =
  "SELECT day FROM telemetry_days WHERE thinned = 1 AND day = ANY($1::date[]) ORDER BY day";
const selectCursor = "SELECT segment, position FROM digests WHERE process = $1";

type Parts = { process: string; days: Day[]; projects: ProjectId[] };

export async function readFacts(
  query: Query,
  { process, days, projects }: Parts,
): Promise<MoveFacts> {
  const numbers: MoveFacts["numbers"] = [];
  for (const table of numberedTables) numbers.push([table, await lastNumber(query, table)]);
  const decided: MoveFacts["decided"] = [];
  for (const day of days) {
    for (const project of projects) {
      const [row] = await query<{ traces: number }>(selectDecided, laneOf(project), day);
      if (row && row.traces > 0) decided.push([day, project, row.traces]);
    }
  }
  const thinned = await query<{ day: Day }>(selectThinned, days);
  const [cursor] = await query<{ segment: number; position: number }>(selectCursor, process);
  return {
    numbers,
    decided,
    thinned: thinned.map(({ day }) => day),
    cursor: cursor ? { segment: cursor.segment, offset: cursor.position } : null,
  };
}

async function lastNumber(query: Query, table: string): Promise<number> {
  const lock = lockOf[table];
  const asked = lock
    ? [selectLast, lock]
    : table === "activities"
      ? [selectLogEnd]
      : [selectSequence, table];
  return (await query<{ last: number }>(asked[0]!, ...asked.slice(1)))[0]?.last ?? 0;
}

const setSequence =
  "SELECT setval(pg_get_serial_sequence($1, 'id'), greatest($2::bigint, 1), $2::bigint > 0)";
const setLogEnd = "UPDATE log_end SET last = $1";
const setLast =
  "INSERT INTO turns (name, last) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET last = excluded.last";
const decide = `INSERT INTO thinning (lane, day, decided) VALUES ($1, $2, $3)
  ON CONFLICT (lane, day) DO UPDATE SET decided = excluded.decided`;
const markThinned = `INSERT INTO telemetry_days
    (day, measured_at, file_bytes, event_bytes, trace_bytes, attachment_bytes, thinned) VALUES ($1, $2, -1, 0, 0, 0, 1)
  ON CONFLICT (day) DO UPDATE SET thinned = 1`;
const setCursor = `INSERT INTO digests (process, segment, position, at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (process) DO UPDATE SET segment = excluded.segment, position = excluded.position, at = excluded.at`;
const addWriters =
  "INSERT INTO writers (project_id) SELECT unnest($1::bigint[]) ON CONFLICT DO NOTHING";
const selectProjects = "SELECT id FROM projects ORDER BY id";

/** In one transaction. */
export async function writeFacts(
  query: Query,
  process: string,
  facts: MoveFacts,
  now: number,
): Promise<void> {
  const projects = (await query<{ id: ProjectId }>(selectProjects)).map(({ id }) => id);
  await query(addWriters, projects);
  for (const [table, last] of facts.numbers) await setNumber(query, table, last);
  // Attachments keep their numbers (MovedAttachment).
  for (const table of [...numberedByRows, "attachments"]) {
    const [row] = await query<{ last: number }>(
      `SELECT coalesce(max(id), 0) AS last FROM "${table}"`,
    );
    await query(setSequence, table, row!.last);
  }
  for (const [day, project, traces] of facts.decided)
    await query(decide, laneOf(project), day, traces - 1);
  for (const day of facts.thinned) await query(markThinned, day, now);
  const { cursor } = facts;
  if (cursor) await query(setCursor, process, cursor.segment, cursor.offset, now);
  for (const project of projects) await addTerms(query, project);
}

async function setNumber(query: Query, table: string, last: number): Promise<void> {
  const lock = lockOf[table];
  if (lock) await query(setLast, lock, last);
  else if (table === "activities") await query(setLogEnd, last);
  else await query(setSequence, table, last);
}
