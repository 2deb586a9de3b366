import type { IssueSpan } from "#server/storage/events/event-store.ts";
import type { Day, DayFile } from "#server/storage/sqlite/day-file.ts";
import { type DayFiles, dayOf } from "#server/storage/sqlite/day-files.ts";

/** Days on which an issue can have events, newest first: its span and the files use event times. */
export function daysOf(files: DayFiles, issue: IssueSpan): Day[] {
  const [first, last] = [dayOf(issue.firstSeen), dayOf(issue.lastSeen)];
  return files.days().filter((day) => day >= first && day <= last);
}

/** Opens files one by one, each only if the previous one had no result. */
export function* opened(files: DayFiles, days: Day[]): Generator<DayFile, void, void> {
  for (const day of days) {
    const file = files.open(day);
    if (file) yield file;
  }
}

/** The first result found. */
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
