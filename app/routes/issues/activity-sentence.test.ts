import { expect, test } from "vitest";
import { activitySentence } from "./activity-sentence.ts";

test("an activity's text follows its actor", () => {
  expect(activitySentence({ kind: "resolved", in: { kind: "next-release", after: "1.0" } })).toBe(
    "resolved this in the next release",
  );
  expect(activitySentence({ kind: "resolved", in: { kind: "now" } })).toBe("resolved this");
  expect(activitySentence({ kind: "ignored", until: { kind: "users", users: 1 } })).toBe(
    "ignored this until it has affected 1 user",
  );
  expect(activitySentence({ kind: "ignored", until: { kind: "time", at: 0 } })).toBe(
    "ignored this until Jan 1, 00:00:00 UTC",
  );
  expect(activitySentence({ kind: "regressed", eventId: "e", release: "2.0" })).toBe(
    "found a regression, in 2.0",
  );
});
