import { expect, test } from "vitest";
import { parseIssueQuery, printIssueQuery } from "./parse-issue-query.ts";

test.each([
  ["", [], [], []],
  ["is:unresolved timeout", ["open"], [], ["timeout"]],
  ["is:open is:regressed", ["open", "regressed"], [], []],
  ["level:fatal level:ERROR IS:new", ["new"], ["fatal", "error"], []],
  ['"no line item" cart', [], [], ["no line item", "cart"]],
  ['"is:new"', [], [], ["is:new"]],
  ["TypeError: x", [], [], ["TypeError:", "x"]],
  ["https://x.example/a std::vector 12:30", [], [], ["https://x.example/a", "std::vector", "12:30"]],
  ['"never closed', [], [], ["never closed"]],
  ["twice twice", [], [], ["twice"]],
])("%j", (text, states, levels, words) => {
  const parsed = parseIssueQuery(text);
  expect(parsed).toEqual({ query: { states, levels, words } });
  if ("query" in parsed) expect(parseIssueQuery(printIssueQuery(parsed.query))).toEqual(parsed);
});

test.each([
  ["assigned:me", '"assigned:"'],
  ["is:broken", '"is:broken"'],
  ["level:loud", '"level:loud"'],
  ["is:", '"is:"'],
])("%j is not understood, and the sentence names it", (text, named) => {
  expect(parseIssueQuery(text)).toMatchObject({ problem: "invalid", detail: expect.stringContaining(named) });
});
