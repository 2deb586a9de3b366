import { expect, test } from "vitest";
import { parseIssueQuery } from "#server/domain/search/parse-issue-query.ts";
import { withTraces } from "./search-of-traces.ts";
import { tagTokens, unknownTag } from "#server/domain/search/unknown-keys.ts";

function wrongIn(text: string) {
  const parsed = parseIssueQuery(text);
  const wrong = "problem" in parsed ? parsed : unknownTag(tagTokens(text), []);
  if (!wrong) throw new Error("It was understood.");
  return withTraces(text, wrong);
}

test.each([
  ["duration:>100ms", "duration:>100ms"],
  ["cart spans:>5 env:production", "cart spans:>5 env:production"],
  ["is:unresolved level:error transaction.duration:>1s", "transaction.duration:>1s"],
  ["status:error", "status:error"],
  ["NOT status:err", "NOT status:error"],
  ["status:500", "http.response.status_code:500"],
  ["span.op:db", "span.op:db"],
])("%s is suggested as a trace search", (text, traces) =>
  expect(wrongIn(text)).toMatchObject({ traces }),
);

test.each(["is:unresovled", "plna:pro", '"duration":5', "level:eror"])("%s is not", (text) =>
  expect(wrongIn(text).traces).toBeUndefined(),
);

test("a trace key is no misspelling of an issue key", () => {
  expect(wrongIn("duration:>100ms")).toMatchObject({
    detail: "duration: searches traces, not issues.",
  });
  expect(wrongIn("duration:>100ms").instead).toBeUndefined();
});
