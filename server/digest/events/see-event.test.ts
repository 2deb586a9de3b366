import { expect, test } from "vitest";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { DigestEvent } from "./digest-event.ts";
import { seeEvent } from "./see-event.ts";

const event = (eventId: string, at: number, more: Partial<DigestEvent> = {}) =>
  ({
    eventId,
    at,
    type: "Error",
    value: eventId,
    culprit: "",
    level: "error",
    unhandled: false,
    ...more,
  }) as DigestEvent;
const issueAt = (at: number) => ({ count: 0, firstSeen: at, lastSeen: at }) as Issue;

function seen(...events: DigestEvent[]): { issue: Issue; newest: boolean[] } {
  const issue = issueAt(events[0]!.at);
  const newest = events.map((each) => {
    const isNewest = seeEvent(issue, each);
    issue.count += 1;
    return isNewest;
  });
  return { issue, newest };
}

test("the newest event names the issue, even when older ones arrive later", () => {
  const { issue, newest } = seen(event("b", 20), event("a", 10), event("c", 30));
  expect(newest).toEqual([true, false, true]);
  expect(issue).toMatchObject({ value: "c", newestEventId: "c", firstSeen: 10, lastSeen: 30 });
});

test("of simultaneous events the greatest ID names the issue in either order", () => {
  expect(seen(event("a", 10), event("b", 10)).issue.value).toBe("b");
  expect(seen(event("b", 10), event("a", 10)).issue.value).toBe("b");
});

test("an issue from an older version accepts an event at the same time", () => {
  const issue: Issue = { ...issueAt(10), count: 5 };
  expect(seeEvent(issue, event("a", 10))).toBe(true);
  expect(seeEvent(issue, event("b", 9))).toBe(false);
});

test("first and last release come from the oldest and newest event", () => {
  const of = (release: string) => ({ release });
  const { issue } = seen(event("b", 20, of("2")), event("a", 10, of("1")), event("c", 30));
  expect(issue).toMatchObject({ firstRelease: "1", lastRelease: "2" });
  expect(seen(event("b", 20), event("a", 10, of("1"))).issue).toMatchObject({
    firstRelease: "1",
    lastRelease: "1",
  });
});
