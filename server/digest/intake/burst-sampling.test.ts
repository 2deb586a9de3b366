import { expect, test } from "vitest";
import type { IssueId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { keptWholePerMinute } from "#server/domain/issue/thinning.ts";
import { createBurstSampling } from "./burst-sampling.ts";
import type { DigestEvent } from "#server/digest/events/digest-event.ts";

const minuteMs = 60_000;
const ordinary = { isLast: false, isReferredTo: false };

/** A batch of one issue's events within a minute; the last has values of its own. */
function burst(bursts: ReturnType<typeof createBurstSampling>, id: number, minute: number): void {
  const batch = bursts.open();
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

test("values of a minute's burst are forgotten after the minute", () => {
  const bursts = createBurstSampling();
  for (let id = 0; id < 5; id++) burst(bursts, id, 10);
  expect(bursts.size()).toBe(5);
  burst(bursts, 100, 12);
  expect(bursts.size()).toBe(1);
});
