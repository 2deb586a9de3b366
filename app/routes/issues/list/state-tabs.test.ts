import { expect, test } from "vitest";
import type { IssueQuery, StateTerm } from "#server/domain/search/issue-query.ts";
import { stateTabsOf } from "./state-tabs.ts";

const counts = { open: 4, new: 2, regressed: 1, ignored: 2, resolved: 3, all: 9 };
const asking = (...states: StateTerm[]): IssueQuery => ({
  states,
  levels: ["fatal"],
  words: ["cart", "no line item"],
});
const current = (query?: IssueQuery) => stateTabsOf(query, counts).find((tab) => tab.current)?.text;

test("a tab replaces the query's state, keeps the rest, and counts its state", () => {
  const tabs = stateTabsOf(asking("open"), counts);
  expect(tabs.find(({ text }) => text === "Resolved")).toMatchObject({
    count: 3,
    query: 'is:resolved level:fatal cart "no line item"',
  });
  expect(tabs.find(({ text }) => text === "New")).toMatchObject({
    count: 2,
    title: "Unresolved, and first seen in the last 7 days",
  });
  expect(tabs.find(({ text }) => text === "All")).toMatchObject({
    count: 9,
    query: 'level:fatal cart "no line item"',
  });
});

test("the current tab is the only state of the query", () => {
  expect(current(asking("open"))).toBe("Unresolved");
  expect(current(asking())).toBe("All");
  expect(current(asking("new"))).toBe("New");
  expect(current(asking("open", "new"))).toBeUndefined();
  expect(current(asking("ongoing"))).toBeUndefined();
});

test("an invalid query has tabs that reset it", () => {
  expect(current(undefined)).toBeUndefined();
  expect(stateTabsOf(undefined, counts).map(({ query }) => query)).toContain("is:unresolved");
});
