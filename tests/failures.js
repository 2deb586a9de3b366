// Lists tests that failed, and tests that passed on retry; the latter do not fail a run but need a
// fix.
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/**
 * Reads a vitest report. Returns `file › test: first error` for each. `root` is the repository's
 * folder.
 */
export function failuresInVitest({ testResults }, root) {
  const named = (isOne) =>
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(isOne)
        .map(({ fullName, failureMessages }) =>
          told([relative(root, name), fullName], failureMessages[0]),
        ),
    );
  // A file that failed to load has no tests, only a message.
  const unread = testResults
    .filter(({ status, assertionResults }) => status === "failed" && assertionResults.length === 0)
    .map(({ name, message }) => told([relative(root, name)], message));
  return {
    failed: [...unread, ...named(({ status }) => status === "failed")],
    slipped: named(
      ({ status, failureMessages }) => status === "passed" && failureMessages.length > 0,
    ),
  };
}

/** Reads a Playwright report likewise, with projects. */
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
