import { expect, test } from "vitest";
import { failuresInPlaywright, failuresInVitest } from "./failures.js";

test("failed tests and tests that passed on retry are listed with their first error", () => {
  const ran = (fullName: string, status: string, ...failureMessages: string[]) => ({
    fullName,
    status,
    failureMessages,
  });
  const assertionResults = [
    ran("slips", "passed", "Error: late\n  at x"),
    ran("holds", "passed"),
    ran("fails", "failed", "Error: no", "Error: no again"),
  ];
  const unread = {
    name: "/code/tests/http/b.test.ts",
    status: "failed",
    message: "No such file",
    assertionResults: [],
  };
  const report = {
    testResults: [
      { name: "/code/tests/http/a.test.ts", status: "failed", assertionResults },
      unread,
    ],
  };
  expect(failuresInVitest(report, "/code")).toEqual({
    failed: ["tests/http/b.test.ts: No such file", "tests/http/a.test.ts › fails: Error: no"],
    slipped: ["tests/http/a.test.ts › slips: Error: late"],
  });
});

test("Playwright failures are listed with project and suites", () => {
  const ran = (title: string, status: string) => ({
    title,
    tests: [
      {
        projectName: "with-js",
        status,
        results: [{ error: { message: "\u001B[31mError: late\u001B[39m\n at x" } }],
      },
    ],
  });
  const inner = {
    title: "with scripts",
    specs: [ran("slips", "flaky"), ran("fails", "unexpected")],
  };
  const report = {
    suites: [{ title: "a.spec.ts", suites: [inner], specs: [ran("holds", "expected")] }],
  };
  expect(failuresInPlaywright(report)).toEqual({
    failed: ["with-js › a.spec.ts › with scripts › fails: Error: late"],
    slipped: ["with-js › a.spec.ts › with scripts › slips: Error: late"],
  });
});
