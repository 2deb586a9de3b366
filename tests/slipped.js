// Tests that failed once and passed at the second try: they stop nothing, and they are to be mended.
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Of a report of vitest, as `file › test: what went wrong first`. `root`: where the repository lies. */
export function slippedInVitest(report, root) {
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => told([relative(root, name), fullName], failureMessages[0])),
  );
}

/** The same of a report of Playwright, with the project that it was in. */
export function slippedInPlaywright({ suites }) {
  const inSuite = (suite, above) => [
    ...(suite.suites ?? []).flatMap((each) => inSuite(each, [...above, each.title])),
    ...(suite.specs ?? []).flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === "flaky")
        .map((test) => told([test.projectName, ...above, title], test.results[0]?.error?.message ?? "")),
    ),
  ];
  return suites.flatMap((suite) => inSuite(suite, [suite.title]));
}

function told(names, message) {
  const [reason] = stripVTControlCharacters(message).split("\n");
  return `${names.join(" › ")}: ${reason}`;
}
