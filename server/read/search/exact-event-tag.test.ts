import { expect, test } from "vitest";
import { parseIssueQuery } from "#server/domain/search/parse-issue-query.ts";
import { exactFilter } from "./exact-event-tag.ts";

const had: { [key: string]: string[] } = {
  browser: ["Chrome 131.0"],
  "browser.name": ["Chrome"],
  os: ["Linux", "linux"],
  environment: ["Production"],
  plan: ["pro"],
  user: ["id:42"],
};
const issues = {
  tags: async (_project: unknown, _issue: unknown, { key = "" }: { key?: string }) =>
    had[key]
      ? [
          {
            key,
            total: 1,
            distinct: 1,
            values: had[key].map((value) => ({ value, count: 1, lastSeen: 0 })),
          },
        ]
      : [],
};

function filterOf(text: string) {
  const parsed = parseIssueQuery(text);
  if (!("query" in parsed)) throw new Error(parsed.detail);
  return exactFilter(issues, { projectId: 1, id: 1 } as never, parsed.query);
}

test.each([
  ["plan:PRO", { tag: { key: "plan", value: "pro" } }],
  ["plan:free", { tag: { key: "plan", value: "free" } }],
  ["browser:Chrome", { tag: { key: "browser.name", value: "Chrome" } }],
  ['browser:"Chrome 131.0"', { tag: { key: "browser", value: "Chrome 131.0" } }],
  ["user:42", { tag: { key: "user", value: "id:42" } }],
  ['user:"id:7"', { tag: { key: "user", value: "id:7" } }],
  ['"url":"/cart"', { tag: { key: "url", value: "/cart" } }],
  ["environment:production", { environment: "Production" }],
])("storage finds %s without rechecking", async (text, filter) =>
  expect(await filterOf(text)).toEqual(filter),
);

test.each([
  "os:linux",
  "plan:p*",
  "!plan:pro",
  "plan:[pro,free]",
  "plan:pro x",
  "url:/cart",
  "plan:pro OR os:Linux",
  "handled:false",
])("storage cannot find %s without rechecking", async (text) =>
  expect(await filterOf(text)).toBeUndefined(),
);
