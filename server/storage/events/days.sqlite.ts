import type { IssueSpan } from "#server/storage/events/event-store.ts";
import type { Day, DayFile } from "#server/storage/sqlite/day-file.ts";
import { type DayFiles, dayOf } from "#server/storage/sqlite/day-files.ts";

/**
 * The days on which an issue can have events, newest first: its span is by when they happened, as
 * the files are.
 */
export function daysOf(files: DayFiles, issue: IssueSpan): Day[] {
  const [first, last] = [dayOf(issue.firstSeen), dayOf(issue.lastSeen)];
  return files.days().filter((day) => day >= first && day <= last);
}

/** Opens one file after the other, each only when the one before it did not answer. */
export function* opened(files: DayFiles, days: Day[]): Generator<DayFile, void, void> {
  for (const day of days) {
    const file = files.open(day);
    if (file) yield file;
  }
}

/** The first answer on the way. */
export function firstOf<Answer>(
  days: Iterable<DayFile>,
  ask: (file: DayFile) => Answer | undefined,
): Answer | undefined {
  for (const file of days) {
    const answer = ask(file);
    if (answer !== undefined) return answer;
  }
  return undefined;
}
