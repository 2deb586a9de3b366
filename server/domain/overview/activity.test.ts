import { expect, test } from "vitest";
import type { IssueId, UserId } from "#server/domain/ids.ts";
import { issueActivity } from "./activity.ts";

const person = { kind: "user", id: 1 as UserId } as const;
let id = 0;
const act = (shortId: string, at: number, byName?: string) => ({
  id: ++id,
  issueId: id as IssueId,
  at,
  shortId,
  what: { kind: "resolved", in: { kind: "now" } } as const,
  ...(byName === undefined ? { by: { kind: "system" } as const } : { by: person, byName }),
});

test("one member's simultaneous action on several issues is one entry", () => {
  expect(
    issueActivity([act("S-3", 9_000, "Ida"), act("S-2", 8_000, "Ida"), act("S-1", 7_000, "Bo")]),
  ).toEqual([
    { kind: "issue", at: 9_000, what: "resolved", by: "Ida", shortIds: ["S-3", "S-2"] },
    { kind: "issue", at: 7_000, what: "resolved", by: "Bo", shortIds: ["S-1"] },
  ]);
});

test("entries a minute apart or by the server stay separate", () => {
  expect(issueActivity([act("S-3", 90_000, "Ida"), act("S-2", 8_000, "Ida")])).toHaveLength(2);
  expect(issueActivity([act("S-3", 9_000), act("S-2", 8_000)])).toHaveLength(2);
});
