import { expect, test } from "vitest";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { IssueId, ProjectId, UserId } from "#server/domain/ids.ts";
import { countsOf, issueRow } from "./issue-row.ts";

const issue: Issue = {
  id: 7 as IssueId,
  projectId: 1 as ProjectId,
  number: 142,
  shortId: "SHOP-142",
  platform: "node",
  type: "TypeError",
  value: "x is undefined",
  culprit: "routes/cart",
  level: "error",
  unhandled: true,
  state: { state: "open", substate: "new" },
  count: 3,
  userCount: 2,
  firstSeen: 1,
  lastSeen: 2,
  firstRelease: "1",
  lastRelease: "2",
  assignee: { id: 1 as UserId, name: "mira" },
};

test("a trend survives its text form", () => {
  expect(countsOf(issueRow(issue, [0, 12, 3]))).toEqual([0, 12, 3]);
  expect(countsOf(issueRow(issue, []))).toEqual([]);
});

test("a row carries only what it prints", () => {
  const row = issueRow(issue, [1]);
  expect(row).toMatchObject({ shortId: "SHOP-142", lastRelease: "2", assignee: "mira" });
  expect(Object.keys(row)).not.toContain("platform");
});
