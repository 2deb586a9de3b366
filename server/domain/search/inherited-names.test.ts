import { expect, test } from "vitest";
import { parseIssueQuery } from "./parse-issue-query.ts";
import { attributesOf, fieldOr } from "./traces/trace-keys.ts";
import { parseTraceQuery } from "./traces/parse-trace-query.ts";

// Names that every JavaScript object has, typed as the name of a tag or an attribute.
test.each(["constructor", "__proto__", "toString", "hasOwnProperty"])(
  "%s is a key like any other",
  (key) => {
    expect(fieldOr(key)).toBe(key);
    expect(attributesOf(key)).toEqual([key]);
    expect(parseIssueQuery(`error.handled:${key}`)).toMatchObject({ problem: "invalid" });
    for (const query of [`${key}:x`, `has:${key}`, `is:${key}`, `!${key}:[x,y]`]) {
      expect(() => parseTraceQuery(query)).not.toThrow();
      expect(() => parseIssueQuery(query)).not.toThrow();
    }
  },
);
