import { expect, test } from "vitest";
import { summaryOf, summaryText, type SummaryFacts } from "./summary.ts";

const now = Date.UTC(2026, 10, 22, 18, 30);
const at = Date.UTC(2026, 10, 22, 11, 42);

const facts = (changes: Partial<SummaryFacts> = {}): SummaryFacts => ({
  since: { kind: "deployed", version: "web@2.4.1", at },
  newIssues: 0,
  regressed: 0,
  slower: [],
  faster: [],
  failsMore: [],
  failsLess: [],
  compared: 12,
  requests: 5_000,
  now,
  ...changes,
});

const operation = (id: number, route: string, method?: string) => ({
  id,
  service: "web",
  kind: "server" as const,
  route,
  method,
});
const slower = (id: number, route: string, afterMs = 412) => ({
  operation: operation(id, route),
  q: 0.75,
  beforeMs: 290,
  afterMs,
  count: 900,
});
const failing = (id: number, route: string, beforeRate: number, afterRate: number) => ({
  operation: operation(id, route, "POST"),
  beforeRate,
  afterRate,
  count: 900,
});
const said = (changes?: Partial<SummaryFacts>) => summaryText(summaryOf(facts(changes)));

test("names new and regressed issues and the most changed route since a deploy", () => {
  expect(said({ newIssues: 3, regressed: 2, slower: [slower(7, "/checkout")] })).toBe(
    "Since web@2.4.1 was deployed at 11:42: 3 new issues, 2 regressed, and /checkout is 42% slower at p75. No other significant changes.",
  );
});

test("each part names its subject", () => {
  const parts = summaryOf(facts({ newIssues: 1, regressed: 1, slower: [slower(7, "/checkout")] }));
  expect(parts.flatMap((part) => ("about" in part ? [{ [part.text]: part.about }] : []))).toEqual([
    { "web@2.4.1": { kind: "release", version: "web@2.4.1" } },
    { "1 new issue": { kind: "issues", state: "new" } },
    { "1 regressed": { kind: "issues", state: "regressed" } },
    { "/checkout": { kind: "route", id: 7 } },
  ]);
  expect(parts.find(({ text }) => text === "42% slower")).toEqual({
    text: "42% slower",
    tone: "bad",
  });
});

test("uses singular and plural", () => {
  expect(said({ newIssues: 1 })).toBe(
    "Since web@2.4.1 was deployed at 11:42: 1 new issue. No other significant changes.",
  );
  expect(said({ regressed: 1 })).toContain(": 1 regressed issue. ");
  expect(said({ regressed: 2 })).toContain(": 2 regressed issues. ");
  expect(said({ newIssues: 2, regressed: 1 })).toContain(": 2 new issues and 1 regressed. ");
  expect(said({ newIssues: 50, isMore: true })).toContain(": 50+ new issues. ");
});

test("resolved issues stay in the sentence, which links to all of them", () => {
  const resolved = (newIssues: number, regressed = 0) => ({ resolved: { newIssues, regressed } });
  expect(said({ newIssues: 3, ...resolved(2) })).toContain(": 3 new issues (2 resolved). ");
  expect(said({ newIssues: 3, ...resolved(3) })).toContain(": 3 new issues (all resolved). ");
  expect(said({ newIssues: 2, regressed: 1, ...resolved(0, 1) })).toContain(
    ": 2 new issues and 1 regressed (resolved). ",
  );
  expect(summaryOf(facts({ newIssues: 3, ...resolved(2) }))).toContainEqual({
    text: "3 new issues",
    about: { kind: "issues", state: "new", withResolved: true },
  });
});

test("says that nothing changed or data is missing", () => {
  expect(said()).toBe(
    "Since web@2.4.1 was deployed at 11:42: no new issues and no significant changes.",
  );
  expect(said({ compared: 0, requests: 9 })).toBe(
    "Since web@2.4.1 was deployed at 11:42: no new issues. Too few requests to compare routes.",
  );
  expect(said({ newIssues: 1, compared: 0, requests: 9 })).toBe(
    "Since web@2.4.1 was deployed at 11:42: 1 new issue. Too few requests to compare routes.",
  );
  expect(said({ compared: 0, requests: 0 })).toBe(
    "Since web@2.4.1 was deployed at 11:42: no new issues.",
  );
  expect(said({ newIssues: 1, compared: 0, requests: 0 })).toBe(
    "Since web@2.4.1 was deployed at 11:42: 1 new issue.",
  );
});

test("without a release names the period; an undeployed release is not called deployed", () => {
  const since = (hours: number) => ({ kind: "period" as const, at, lengthMs: hours * 3_600_000 });
  expect(said({ since: since(24), newIssues: 1 })).toContain("In the last 24 hours: 1 new issue.");
  expect(said({ since: since(1) })).toContain("In the last hour: no new issues");
  expect(said({ since: since(7 * 24) })).toContain("In the last 7 days: ");
  expect(said({ since: { kind: "first-seen", version: "web@3", at } })).toContain(
    "Since web@3 was first seen at 11:42: ",
  );
});

test("other days are named", () => {
  const on = (day: number) =>
    said({ since: { kind: "deployed", version: "web@1", at: Date.UTC(2026, 10, day, 9, 5) } });
  expect(on(21)).toContain("was deployed yesterday at 09:05: ");
  expect(on(12)).toContain("was deployed on Nov 12 at 09:05: ");
});

test("failures come with latency, and improvements only if nothing got worse", () => {
  expect(
    said({ slower: [slower(7, "/checkout")], failsMore: [failing(8, "/pay", 0.009, 0.084)] }),
  ).toContain(
    ": /checkout is 42% slower at p75 and POST /pay fails 8.4% of requests, up from 0.9%. No other",
  );
  expect(said({ faster: [slower(7, "/search", 121.8)] })).toContain(
    ": /search is 58% faster at p75. ",
  );
  expect(said({ failsLess: [failing(8, "/pay", 0.084, 0)] })).toContain(
    "POST /pay fails 0% of requests, down from 8.4%",
  );
  expect(said({ slower: [slower(7, "/checkout", 2_900)] })).toContain(
    "/checkout is 10× slower at p75",
  );
});

test("unmentioned routes are counted once", () => {
  const changes = { slower: [slower(7, "/a"), slower(8, "/b")], faster: [slower(9, "/c", 100)] };
  expect(said(changes)).toContain(": /a is 42% slower at p75. 2 more routes changed.");
  expect(said({ ...changes, failsMore: [failing(8, "/b", 0, 0.1)] })).toContain(
    "1 more route changed.",
  );
});
