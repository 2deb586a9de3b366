import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import { idBytes } from "#server/storage/events/row.ts";
import { wordsOf } from "#server/storage/issues/row.ts";
import { levelCode, storedStatusOf } from "#server/storage/issues/stored-status.ts";
import type { IssueChange } from "#server/storage/digest/digest-store.ts";
import type { IssueName } from "#server/storage/issues/issue-store.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { countMoves } from "./counts.postgres.ts";

type MovedRow = {
  id: IssueId;
  state: number;
  substate: number;
  was_state: number;
  was_substate: number;
};
type ChangedRow = MovedRow & { is_newest: boolean; is_other_name: boolean };
type NameRow = { id: IssueId };

// Conditions in SQL instead of what the batch read: with several processes, the one that stores
// last may not have the newest event.
const isNewest = `c.newest_event IS NOT NULL AND (c.last_seen > i.last_seen
  OR c.last_seen = i.last_seen AND (i.newest_event IS NULL OR c.newest_event >= i.newest_event))`;
const ifNewest = (...columns: string[]) =>
  columns
    .map((name) => `${name} = CASE WHEN ${isNewest} THEN c.${name} ELSE i.${name} END`)
    .join(", ");
// The first release is that of the oldest event, the last release that of the newest, in any order
// of arrival.
const update = `WITH was AS (SELECT id, state, substate, type, value, culprit FROM issues
    WHERE project_id = $1 AND id = ANY($2::bigint[])),
  changed AS (UPDATE issues i SET event_count = i.event_count + c.count_by, user_count = i.user_count + c.users_by,
    state = c.state, substate = c.substate, standing = c.standing,
    ${ifNewest("type", "value", "culprit", "level", "unhandled", "newest_event")},
    first_release = CASE WHEN c.first_seen < i.first_seen
      THEN coalesce(c.first_release, i.first_release) ELSE coalesce(i.first_release, c.first_release) END,
    last_release = CASE WHEN ${isNewest}
      THEN coalesce(c.last_release, i.last_release) ELSE coalesce(i.last_release, c.last_release) END,
    last_seen = greatest(i.last_seen, c.last_seen), first_seen = least(i.first_seen, c.first_seen)
    FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[], $9::bigint[],
      $10::text[], $11::text[], $12::bigint[], $13::bigint[], $14::bytea[], $15::text[], $16::text[], $17::text[])
      AS c(id, count_by, users_by, state, substate, standing, level, unhandled, first_release, last_release, last_seen,
        first_seen, newest_event, type, value, culprit)
    WHERE i.project_id = $1 AND i.id = c.id
    RETURNING i.id, i.state, i.substate, i.type, i.value, i.culprit, coalesce(i.newest_event = c.newest_event, false) AS is_newest)
  SELECT c.id, c.state, c.substate, w.state AS was_state, w.substate AS was_substate, c.is_newest,
    (c.type, c.value, c.culprit) <> (w.type, w.value, w.culprit) AS is_other_name
  FROM changed c JOIN was w ON w.id = c.id WHERE c.is_newest OR (c.state, c.substate) <> (w.state, w.substate)`;

const rename = `UPDATE issues i SET type = n.type, value = n.value, culprit = n.culprit
  FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) AS n(id, type, value, culprit)
  WHERE i.project_id = $1 AND i.id = n.id AND (i.type, i.value, i.culprit) IS DISTINCT FROM (n.type, n.value, n.culprit)
  RETURNING i.id`;
const putWords = `INSERT INTO issue_words (project_id, issue_id, words)
  SELECT $1, issue_id, words FROM unnest($2::bigint[], $3::text[]) AS w(issue_id, words)
  ON CONFLICT (project_id, issue_id) DO UPDATE SET words = excluded.words`;

const updateWords = `UPDATE issue_words w SET words = n.words
  FROM unnest($2::bigint[], $3::text[]) AS n(issue_id, words)
  WHERE w.project_id = $1 AND w.issue_id = n.issue_id AND w.words <> n.words`;

/** Use in a transaction that holds the issues' rows. */
export async function changeIssues(query: Query, changes: IssueChange[]): Promise<void> {
  const ofProjects = Map.groupBy(changes, ({ projectId }) => projectId);
  await Promise.all(
    [...ofProjects].map(([projectId, some]) => changeInProject(query, projectId, some)),
  );
}

async function changeInProject(
  query: Query,
  projectId: ProjectId,
  changes: IssueChange[],
): Promise<void> {
  const rows = await query<ChangedRow>(update, projectId, ...columnsOf(changes));
  const newest = new Map(rows.flatMap((row) => (row.is_newest ? [[row.id, row]] : [])));
  const named = changes.filter(({ id }) => newest.has(id));
  const moved = rows.filter(
    (row) => row.state !== row.was_state || row.substate !== row.was_substate,
  );
  await Promise.all([
    putAllWords(query, projectId, named, (id) => newest.get(id)!.is_other_name),
    countMoves(query, projectId, moved.map(moveOf)),
  ]);
}

const moveOf = ({ id, state, substate, was_state, was_substate }: MovedRow) => ({
  id,
  is: { state, substate },
  was: { state: was_state, substate: was_substate },
});

/** Use in a transaction. */
export async function renameIssues(
  query: Query,
  projectId: ProjectId,
  issues: NamedIssue[],
): Promise<void> {
  const renamed = await query<NameRow>(
    rename,
    projectId,
    issues.map(({ id }) => id),
    issues.map(({ type }) => type),
    issues.map(({ value }) => value),
    issues.map(({ culprit }) => culprit),
  );
  const ids = new Set(renamed.map(({ id }) => id));
  await putAllWords(query, projectId, issues, (id) => ids.has(id));
}

type NamedIssue = IssueName & { id: IssueId };

async function putAllWords(
  query: Query,
  projectId: ProjectId,
  issues: NamedIssue[],
  isOtherName: (id: IssueId) => boolean,
): Promise<void> {
  const [named, others] = [
    issues.filter(({ id }) => isOtherName(id)),
    issues.filter(({ id }) => !isOtherName(id)),
  ];
  await Promise.all([saveWords(query, projectId, named), changeWords(query, projectId, others)]);
}

/** For issues that keep their title. Most keep their words, too, and nothing is written. */
async function changeWords(
  query: Query,
  projectId: ProjectId,
  issues: NamedIssue[],
): Promise<void> {
  const other = issues.filter(({ searched }) => searched !== undefined);
  if (other.length === 0) return;
  await query(
    updateWords,
    projectId,
    other.map(({ id }) => id),
    other.map(wordsOf),
  );
}

/**
 * The searched text of issues. Stored apart from their rows, because every change of a row would
 * add a word index entry.
 */
export async function saveWords(
  query: Query,
  projectId: ProjectId,
  issues: NamedIssue[],
): Promise<void> {
  if (issues.length === 0) return;
  await query(
    putWords,
    projectId,
    issues.map(({ id }) => id),
    issues.map(wordsOf),
  );
}

function columnsOf(changes: IssueChange[]) {
  const standings = changes.map(({ state }) => storedStatusOf(state));
  return [
    changes.map(({ id }) => id),
    changes.map(({ countBy }) => countBy),
    changes.map(({ usersBy }) => usersBy),
    standings.map(({ state }) => state),
    standings.map(({ substate }) => substate),
    changes.map(({ state }) => JSON.stringify(state)),
    changes.map(({ level }) => levelCode(level)),
    changes.map(({ unhandled }) => (unhandled ? 1 : 0)),
    changes.map(({ firstRelease }) => firstRelease ?? null),
    changes.map(({ lastRelease }) => lastRelease ?? null),
    changes.map(({ lastSeen }) => lastSeen),
    changes.map(({ firstSeen }) => firstSeen),
    changes.map(({ newestEventId }) =>
      newestEventId === undefined ? null : idBytes(newestEventId),
    ),
    changes.map(({ type }) => type),
    changes.map(({ value }) => value),
    changes.map(({ culprit }) => culprit),
  ];
}
