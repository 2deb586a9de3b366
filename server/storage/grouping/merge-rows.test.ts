import { expect, test } from "vitest";
import { postgresSchema } from "#server/storage/tables.ts";
import { mergedTables } from "./merge-rows.ts";

/** Tables that reference issues and are not merged, with the reason. */
const leftBehind: { [table: string]: string } = {
  fingerprints: "redirected by merge.ts",
  events: "moved in slices",
  issue_words: "the target has its own words",
  discarded_fingerprints: "their issue is deleted",
  issue_deletions: "their issue is deleted",
  bulk_act_issues: "a recorded state does not apply to the target",
};

test("a merge takes the rows of every table that names an issue", () => {
  const tables = [...postgresSchema.matchAll(/CREATE TABLE (\w+) \(([\s\S]*?)\n\)/g)];
  const ofIssues = tables.flatMap(([, table = "", body = ""]) =>
    /^ +issue_id /m.test(body) && !(table in leftBehind) ? table : [],
  );
  expect([...mergedTables].toSorted()).toEqual(ofIssues.toSorted());
});
