import type { FingerprintHash, IssueId, ProjectId } from "#server/domain/ids.ts";
import type { Day } from "#server/domain/time.ts";
import { firstOf, type Query } from "#server/storage/database.ts";
import type { EventSlice, EventSlices } from "#server/storage/events/slices.ts";
import { feedbackFollows } from "#server/storage/feedback/moves.ts";
import type { HeldProject, HoldProject } from "#server/storage/grouping/held-project.ts";
import { byDialect, forUpdate, isAnyOf, isSelected, raw, sql } from "#server/storage/sql.ts";
import { amongMoved, countDay } from "./moved-counts.ts";
import { endSplit } from "./split-end.ts";

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
export type Move = { from: IssueId; to: IssueId; hashes: FingerprintHash[] | null };

/** An unmerge: data counted in `countedIn` moves to `to`. */
export type CountedMove = Move & { countedIn: IssueId };

/** One slice of a move, and the stored events. */
type Advance = { held: HeldProject; row: MoveRow; kept: Day[]; events: EventSlices };

const eventsPerSlice = 5_000;

const columns = raw(
  "id, project_id, from_id, to_id, counted_in, hashes, first_day, counted_day, moved_day",
);
/** A query over all projects must name them if the table is distributed. */
const allProjects = byDialect(
  raw("SELECT id AS project_id FROM projects"),
  raw("SELECT project_id FROM writers"),
);

async function idsOfAll(query: Query): Promise<ProjectId[]> {
  const rows = await query<{ project_id: ProjectId }>(sql`${allProjects}`);
  return rows.map(({ project_id }) => project_id);
}

/**
 * Moves events to their issue day by day, newest first, in slices of this many events. An unmerge
 * counts first, in transactions that record progress (`counted_day`). After a crash, no day counts
 * twice, and moving rows again, which SQLite stores in other files, changes nothing. Moves run in
 * the order requested, because a later one expects the results of earlier ones.
 */
export async function moveEvents(
  query: Query,
  hold: HoldProject,
  events: EventSlices,
  of?: ProjectId[],
): Promise<boolean> {
  const ids = of ?? (await idsOfAll(query));
  const next = await firstOf(
    query<MoveRow>(sql`SELECT ${columns} FROM event_moves
      WHERE ${isAnyOf(raw("project_id"), ids)} ORDER BY id LIMIT 1`),
  );
  if (!next) return false;
  const kept = await events.days();
  await hold(next.project_id, async (held) => {
    const row = await firstOf(
      held.query<MoveRow>(sql`SELECT ${columns} FROM event_moves
        WHERE project_id = ${next.project_id} AND id = ${next.id}${forUpdate}`),
    );
    if (row) await advance({ held, row, kept, events });
  });
  return true;
}

async function advance(work: Advance): Promise<void> {
  const { held, row, kept, events } = work;
  const { projectId, query } = held;
  const move = moveOf(row);
  const countedMove = countedOf(row, move);
  if (countedMove && (await countSlice(work, countedMove))) return;
  if (move.from !== move.to && (await carrySlice(work, move))) return;
  if (countedMove) {
    const slices = events.of(projectId, kept, query);
    await endSplit(held, countedMove, { oldestDay: kept.at(-1), slices });
    await feedbackFollows(held, countedMove.countedIn, slices);
  }
  await query(sql`DELETE FROM event_moves WHERE project_id = ${projectId} AND id = ${row.id}`);
}

async function countSlice(work: Advance, move: CountedMove): Promise<boolean> {
  let events = 0;
  for (const [day, slice] of slicesBefore(work, work.row.counted_day)) {
    events += await countDay(work.held, move, slice);
    await setDay(work, "counted_day", day);
    if (events >= eventsPerSlice) return true;
  }
  return events > 0;
}

async function carrySlice(work: Advance, move: Move): Promise<boolean> {
  let events = 0;
  for (const [day, { query, within }] of slicesBefore(work, work.row.moved_day)) {
    const some = sql`SELECT id FROM events WHERE ${amongMoved(within, move)} LIMIT ${eventsPerSlice}`;
    const { count } = await query(sql`UPDATE events SET issue_id = ${move.to}
      WHERE ${within} AND ${isSelected(raw("id"), some)}`);
    if (count < eventsPerSlice) await setDay(work, "moved_day", day);
    events += count;
    if (events >= eventsPerSlice) return true;
  }
  return false;
}

const setDay = (
  { held: { projectId, query }, row }: Advance,
  column: "counted_day" | "moved_day",
  day: Day,
) =>
  query(sql`UPDATE event_moves SET ${raw(column)} = ${day}
    WHERE project_id = ${projectId} AND id = ${row.id}`);

const moveOf = ({ from_id, to_id, hashes }: MoveRow): Move => ({
  from: from_id,
  to: to_id,
  hashes: hashes === null ? null : (JSON.parse(hashes) as FingerprintHash[]),
});

// Unmerged and merged back in the meantime: the same issue already counts them.
const countedOf = ({ counted_in, to_id }: MoveRow, move: Move): CountedMove | undefined =>
  counted_in !== null && counted_in !== to_id ? { ...move, countedIn: counted_in } : undefined;

const slicesBefore = (
  { held: { projectId, query }, row: { first_day }, kept, events }: Advance,
  done: Day | null,
): [Day, EventSlice][] =>
  kept
    .filter((day) => (done === null || day < done) && day >= first_day)
    .map((day) => [day, events.of(projectId, [day], query)[0]!]);
