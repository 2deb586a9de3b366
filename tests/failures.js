// The tests that failed, and those that failed once and passed at the second try: the latter stop nothing, and are to be mended.
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Of a report of vitest, each as `file › test: what went wrong first`. `root`: where the repository lies. */
export function failuresInVitest({ testResults }, root) {
  const named = (isOne) =>
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(isOne)
        .map(({ fullName, failureMessages }) => told([relative(root, name), fullName], failureMessages[0])),
    );
  // A file that could not be read has no tests, and says why in a message of its own.
  const unread = testResults
    .filter(({ status, assertionResults }) => status === "failed" && assertionResults.length === 0)
    .map(({ name, message }) => told([relative(root, name)], message));
  return {
    failed: [...unread, ...named(({ status }) => status === "failed")],
    slipped: named(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0),
  };
}

/** The same of a report of Playwright, with the project that it was in. */
export function failuresInPlaywright({ suites }) {
  const inSuite = (suite, above, status) => [
    ...(suite.suites ?? []).flatMap((each) => inSuite(each, [...above, each.title], status)),
    ...(suite.specs ?? []).flatMap(({ title, tests }) =>
      tests
        .filter((test) => test.status === status)
        .map((test) => told([test.projectName, ...above, title], test.results[0]?.error?.message)),
    ),
  ];
  const named = (status) => suites.flatMap((suite) => inSuite(suite, [suite.title], status));
  return { failed: named("unexpected"), slipped: named("flaky") };
}

function told(names, message = "") {
  const [reason] = stripVTControlCharacters(message).split("\n");
  return `${names.join(" › ")}: ${reason}`;
}
