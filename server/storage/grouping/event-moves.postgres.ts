import type { FingerprintHash, IssueId, ProjectId } from "#server/domain/ids.ts";
import { allProjects } from "#server/storage/postgres/all-projects.ts";
import type { Database, Query } from "#server/storage/postgres/database.ts";
import type { Day, Days } from "#server/storage/postgres/days.ts";
import { feedbackFollows } from "#server/storage/feedback/moves.postgres.ts";
import { countDay } from "./moved-counts.postgres.ts";
import { endSplit } from "./split-end.postgres.ts";
import { holding } from "#server/storage/postgres/writers.ts";

type MoveRow = {
  id: number;
  project_id: ProjectId;
  from_id: IssueId;
  to_id: IssueId;
  counted_in: IssueId | null;
  hashes: string | null;
  first_day: Day;
  counted_day: Day | null;
  moved_day: Day | null;
};

/** `hashes`: only events with these fingerprints. */
type Move = { projectId: ProjectId; from: IssueId; to: IssueId; hashes: FingerprintHash[] | null };

/** An unmerge: data counted in `countedIn` moves to `to`. */
export type CountedMove = Move & { countedIn: IssueId };

const eventsPerSlice = 5_000;

const columns =
  "id, project_id, from_id, to_id, counted_in, hashes, first_day, counted_day, moved_day";
const selectFirst = `SELECT ${columns} FROM event_moves WHERE project_id = ANY($1::bigint[]) ORDER BY id LIMIT 1`;
const lock = `SELECT ${columns} FROM event_moves WHERE project_id = $1 AND id = $2 FOR UPDATE`;
const setCounted = "UPDATE event_moves SET counted_day = $3 WHERE project_id = $1 AND id = $2";
const setMoved = "UPDATE event_moves SET moved_day = $3 WHERE project_id = $1 AND id = $2";
const end = "DELETE FROM event_moves WHERE project_id = $1 AND id = $2";
const carry = `UPDATE events SET issue_id = $3 WHERE project_id = $1 AND day = $5::date AND id = ANY(ARRAY(SELECT id FROM events
  WHERE project_id = $1 AND day = $5::date AND issue_id = $2 AND ($4::text[] IS NULL OR hash = ANY($4::text[]))
  LIMIT ${eventsPerSlice}))`;

/**
 * Moves events to their issue day by day, newest first, in slices of this many events. An unmerge
 * counts first. Moves run in the order requested, because a later one expects the results of
 * earlier ones.
 */
export async function moveEvents(database: Database, days: Days): Promise<boolean> {
  const [next] = await database.query<MoveRow>(selectFirst, await allProjects(database.query));
  if (!next) return false;
  const kept = await days.list();
  await holding(database, next.project_id, async (query) => {
    const [row] = await query<MoveRow>(lock, next.project_id, next.id);
    if (row) await advance(query, row, kept);
  });
  return true;
}

async function advance(query: Query, row: MoveRow, kept: Day[]): Promise<void> {
  const move = moveOf(row);
  const countedMove = countedOf(row, move);
  if (countedMove && (await countSlice(query, row, countedMove, kept))) return;
  if (move.from !== move.to && (await carrySlice(query, row, move, kept))) return;
  if (countedMove) {
    await endSplit(query, countedMove, kept);
    await feedbackFollows(query, move.projectId, countedMove.countedIn, kept);
  }
  await query(end, move.projectId, row.id);
}

async function countSlice(
  query: Query,
  row: MoveRow,
  move: CountedMove,
  kept: Day[],
): Promise<boolean> {
  let events = 0;
  for (const day of daysBefore(row, kept, row.counted_day)) {
    events += await countDay(query, move, day);
    await query(setCounted, move.projectId, row.id, day);
    if (events >= eventsPerSlice) return true;
  }
  return events > 0;
}

async function carrySlice(query: Query, row: MoveRow, move: Move, kept: Day[]): Promise<boolean> {
  let events = 0;
  for (const day of daysBefore(row, kept, row.moved_day)) {
    const { count } = await query(carry, move.projectId, move.from, move.to, move.hashes, day);
    if (count < eventsPerSlice) await query(setMoved, move.projectId, row.id, day);
    events += count;
    if (events >= eventsPerSlice) return true;
  }
  return false;
}

const moveOf = ({ project_id, from_id, to_id, hashes }: MoveRow): Move => ({
  projectId: project_id,
  from: from_id,
  to: to_id,
  hashes: hashes === null ? null : (JSON.parse(hashes) as FingerprintHash[]),
});

// Unmerged and merged back in the meantime: the same issue already counts them.
const countedOf = ({ counted_in, to_id }: MoveRow, move: Move): CountedMove | undefined =>
  counted_in !== null && counted_in !== to_id ? { ...move, countedIn: counted_in } : undefined;

const daysBefore = ({ first_day }: MoveRow, kept: Day[], done: Day | null): Day[] =>
  kept.filter((day) => (done === null || day < done) && day >= first_day);
