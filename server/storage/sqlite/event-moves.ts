import type { DatabaseSync } from "node:sqlite";
import { lastIdOf } from "./batch-ids.ts";
import type { Day, DayFile } from "./day-file.ts";
import type { DayFiles } from "./day-files.ts";
import { feedbackFollows } from "./feedback-moves.ts";
import { countDay } from "./moved-counts.ts";
import { endSplit } from "./split-end.ts";
import { prepare } from "./statement.ts";

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
 * Events follow their issue, a day after the other, the newest first. What a split counts anew is read and counted in one
 * transaction of spoor.db that says so (`counted_day`), before the day's rows are touched: after a crash no day counts
 * twice, and carrying rows over once more does nothing. Moves are done in the order in which they were asked for: a later
 * one finds events where an earlier one has put them. For use inside a transaction, while no batch is on its way.
 */
export function eventMoves(writer: DatabaseSync, files: DayFiles, committedBatch: () => number): () => boolean {
  const first = prepare<MoveRow>(writer, "SELECT * FROM event_moves ORDER BY id LIMIT 1");
  const counted = prepare(writer, "UPDATE event_moves SET counted_day = ? WHERE id = ?");
  const moved = prepare(writer, "UPDATE event_moves SET moved_day = ? WHERE id = ?");
  const end = prepare(writer, "DELETE FROM event_moves WHERE id = ?");
  const count = countDay(writer);
  const finish = endSplit(writer, files);
  const follow = feedbackFollows(writer, files);

  function advanceDay(move: MoveRow, file: DayFile): void {
    if (move.counted_in !== null && move.counted_day !== file.day) {
      // Split and merged back meanwhile: one and the same issue counts them already.
      if (move.counted_in !== move.to_id) count(move, file, lastIdOf(committedBatch()));
      counted.run(file.day, move.id);
    } else if (carryDay(file, move) < eventsPerSlice) moved.run(file.day, move.id);
  }

  return () => {
    const move = first.get();
    if (!move) return false;
    const file = move.from_id === move.to_id ? undefined : nextDay(files, move);
    if (file) advanceDay(move, file);
    else {
      if (move.counted_in !== null && move.counted_in !== move.to_id) {
        const lastId = lastIdOf(committedBatch());
        finish(move, lastId);
        follow(move.counted_in, lastId);
      }
      end.run(move.id);
    }
    return true;
  };
}

const carryDay = ({ database }: DayFile, { from_id, to_id, hashes }: MoveRow) =>
  prepare(database, carry).run(from_id, to_id, hashes);

function nextDay(files: DayFiles, { moved_day, first_day }: MoveRow): DayFile | undefined {
  const day = files.days().find((each) => (moved_day === null || each < moved_day) && each >= first_day);
  return day === undefined ? undefined : files.open(day);
}
