import { expect, test } from "vitest";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { SummaryFacts } from "./summary.ts";
import { weeklyNotice } from "./weekly-notice.ts";

const dayMs = 86_400_000;
const monday = Date.UTC(2026, 10, 23, 8);
const project = { slug: "shop", name: "Shop" };

const facts = (now = monday): SummaryFacts => ({
  since: { kind: "period", at: now - 7 * dayMs, lengthMs: 7 * dayMs },
  newIssues: 1,
  regressed: 1,
  failsMore: [],
  failsLess: [],
  compared: 12,
  requests: 5_000,
  now,
  slower: [
    { operation: operation(7, "/checkout"), q: 0.75, beforeMs: 290, afterMs: 412, count: 900 },
  ],
  faster: [
    { operation: operation(8, "/search"), q: 0.75, beforeMs: 340, afterMs: 142, count: 900 },
  ],
});

const operation = (id: number, route: string) => ({
  id,
  service: "web",
  kind: "server" as const,
  route,
});

const issue = (changes: Partial<Issue>) =>
  ({ type: "TypeError", value: "x is\nundefined", count: 1204, userCount: 1, ...changes }) as Issue;

const issues = [
  {
    issue: issue({
      shortId: "SHOP-1",
      state: { state: "open", substate: "new" },
      firstRelease: "web@2.4.1",
    }),
    isRegressed: false,
  },
  {
    issue: issue({
      shortId: "SHOP-2",
      state: { state: "resolved", at: 1, in: { kind: "now" } },
      lastRelease: "web@2.4.2",
    }),
    isRegressed: true,
  },
];

test("a weekly digest starts with the overview's sentence and lists issues and routes", () => {
  const { subject, body, facts: listed, about } = weeklyNotice({ project, facts: facts(), issues });
  expect(subject).toBe("Weekly digest, Nov 16–22");
  expect(body).toEqual([
    "In the last 7 days: 1 new issue, 1 regressed, and /checkout is 42% slower at p75. 1 more route changed.",
  ]);
  expect(listed).toEqual([
    {
      label: "SHOP-1",
      value: "TypeError: x is undefined (new in web@2.4.1; 1,204 events, 1 user)",
    },
    {
      label: "SHOP-2",
      value: "TypeError: x is undefined (regressed in web@2.4.2, resolved; 1,204 events, 1 user)",
    },
    { label: "/checkout", value: "p75 290 ms → 412 ms (+42%)" },
    { label: "/search", value: "p75 340 ms → 142 ms (−58%)" },
  ]);
  expect(about.path).toBe("/shop?since=7d");
});

test("a week across two months names both", () => {
  const { subject } = weeklyNotice({ project, facts: facts(Date.UTC(2026, 11, 7, 8)), issues: [] });
  expect(subject).toBe("Weekly digest, Nov 30 – Dec 6");
});
