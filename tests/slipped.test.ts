import { expect, test } from "vitest";
import { slippedInPlaywright, slippedInVitest } from "./slipped.js";

test("what passed at the second try is named with what went wrong first, what failed or passed at once is not", () => {
  const ran = (fullName: string, status: string, ...failureMessages: string[]) => ({
    fullName,
    status,
    failureMessages,
  });
  const assertionResults = [
    ran("slips", "passed", "Error: late\n  at x"),
    ran("holds", "passed"),
    ran("fails", "failed", "Error: no"),
  ];
  const report = { testResults: [{ name: "/code/tests/http/a.test.ts", assertionResults }] };
  expect(slippedInVitest(report, "/code")).toEqual(["tests/http/a.test.ts › slips: Error: late"]);
});

test("in Playwright's report with its project and the suites around it", () => {
  const ran = (title: string, status: string) => ({
    title,
    tests: [
      { projectName: "with-js", status, results: [{ error: { message: "\u001B[31mError: late\u001B[39m\n at x" } }] },
    ],
  });
  const inner = { title: "with scripts", specs: [ran("slips", "flaky"), ran("fails", "unexpected")] };
  const report = { suites: [{ title: "a.spec.ts", suites: [inner], specs: [ran("holds", "expected")] }] };
  expect(slippedInPlaywright(report)).toEqual(["with-js › a.spec.ts › with scripts › slips: Error: late"]);
});
