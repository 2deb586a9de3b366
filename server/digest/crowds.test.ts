import { expect, test } from "vitest";
import type { IssueId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { keptWholePerMinute } from "#server/domain/issue/thinning.ts";
import { createCrowds } from "./crowds.ts";
import type { DigestEvent } from "./digest-event.ts";

const minuteMs = 60_000;
const ordinary = { isLast: false, isReferredTo: false };

/** A batch of one issue's events in a minute, the last of them with values of its own. */
function crowd(crowds: ReturnType<typeof createCrowds>, id: number, minute: number): void {
  const batch = crowds.open();
  const issue = { id: id as IssueId } as Issue;
  const event = { receivedAt: minute * minuteMs, tags: [] } as unknown as DigestEvent;
  for (let at = 0; at <= keptWholePerMinute; at++) batch.keeps(issue, event, ordinary);
  batch.keeps(
    issue,
    { ...event, tags: Array.from({ length: 200 }, (_, key) => [`${key}`, "x".repeat(200)]) },
    ordinary,
  );
  batch.remember();
}

test("values of a minute's crowds are forgotten once the minute is over", () => {
  const crowds = createCrowds();
  for (let id = 0; id < 5; id++) crowd(crowds, id, 10);
  expect(crowds.size()).toBe(5);
  crowd(crowds, 100, 12);
  expect(crowds.size()).toBe(1);
});
