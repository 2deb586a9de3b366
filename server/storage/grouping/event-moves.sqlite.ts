import type { DatabaseSync } from "node:sqlite";
import { lastIdOf } from "#server/storage/sqlite/batch-ids.ts";
import type { Day, DayFile } from "#server/storage/sqlite/day-file.ts";
import type { DayFiles } from "#server/storage/sqlite/day-files.ts";
import { feedbackFollows } from "#server/storage/feedback/moves.sqlite.ts";
import { opened } from "#server/storage/events/days.sqlite.ts";
import { countDay } from "./moved-counts.sqlite.ts";
import { endSplit } from "./split-end.sqlite.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

export type MoveRow = {
  id: number;
  project_id: number;
  from_id: number;
  to_id: number;
  counted_in: number | null;
  hashes: string | null;
  first_day: Day;
  counted_day: Day | null;
  moved_day: Day | null;
};

const eventsPerSlice = 5_000;

const carry = `UPDATE events SET issue_id = ?2 WHERE id IN (SELECT id FROM events WHERE issue_id = ?1
  AND (?3 IS NULL OR hash IN (SELECT value FROM json_each(?3))) LIMIT ${eventsPerSlice})`;

/**
 * Moves events to their issue. An unmerge counts first, in transactions of spoor.db that record
 * progress (`counted_day`), before any row moves. After a crash, no day counts twice, and moving
 * rows again changes nothing. Both run day by day, newest first, in slices of this many events.
 * Moves run in the order requested, because a later one expects the results of earlier ones. Use in
 * a transaction while no batch is in progress.
 */
export function eventMoves(
  writer: DatabaseSync,
  files: DayFiles,
  committedBatch: () => number,
): () => boolean {
  const first = prepare<MoveRow>(writer, "SELECT * FROM event_moves ORDER BY id LIMIT 1");
  const counted = prepare(writer, "UPDATE event_moves SET counted_day = ? WHERE id = ?");
  const moved = prepare(writer, "UPDATE event_moves SET moved_day = ? WHERE id = ?");
  const end = prepare(writer, "DELETE FROM event_moves WHERE id = ?");
  const count = countDay(writer);
  const finish = endSplit(writer, files);
  const follow = feedbackFollows(writer, files);

  function countSlice(move: MoveRow): boolean {
    let events = 0;
    for (const file of daysBefore(files, move, move.counted_day)) {
      events += count(move, file, lastIdOf(committedBatch()));
      counted.run(file.day, move.id);
      if (events >= eventsPerSlice) return true;
    }
    return events > 0;
  }

  function carrySlice(move: MoveRow): boolean {
    let events = 0;
    for (const file of daysBefore(files, move, move.moved_day)) {
      const carried = carryDay(file, move);
      if (carried < eventsPerSlice) moved.run(file.day, move.id);
      events += carried;
      if (events >= eventsPerSlice) return true;
    }
    return false;
  }

  return () => {
    const move = first.get();
    if (!move) return false;
    // Unmerged and merged back in the meantime: the same issue already counts them.
    const isCounted = move.counted_in !== null && move.counted_in !== move.to_id;
    if (isCounted && countSlice(move)) return true;
    if (move.from_id !== move.to_id && carrySlice(move)) return true;
    if (isCounted) {
      const lastId = lastIdOf(committedBatch());
      finish(move, lastId);
      follow(move.counted_in!, lastId);
    }
    end.run(move.id);
    return true;
  };
}

const carryDay = ({ database }: DayFile, { from_id, to_id, hashes }: MoveRow) =>
  prepare(database, carry).run(from_id, to_id, hashes);

function daysBefore(
  files: DayFiles,
  { first_day }: MoveRow,
  done: Day | null,
): Generator<DayFile, void, void> {
  const days = files.days().filter((each) => (done === null || each < done) && each >= first_day);
  return opened(files, days);
}
