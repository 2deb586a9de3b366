import * as fc from "fast-check";
import { expect, test } from "vitest";
import { levels } from "#server/domain/event/error-event.ts";
import {
  countFields,
  type IssueQuery,
  type IssueTerm,
  lineFields,
  stateTerms,
  textFields,
  timeFields,
} from "./issue-query.ts";
import { parseIssueQuery } from "./parse-issue-query.ts";
import { printIssueQuery } from "./print-issue-query.ts";

test.each([
  ["", [], [], []],
  ["is:unresolved timeout", ["open"], [], ["timeout"]],
  ["is:open is:[regressed,ignored]", ["open", "regressed", "ignored"], [], []],
  ["level:fatal level:ERROR IS:new", ["new"], ["fatal", "error"], []],
  ["level:[error,fatal]", [], ["error", "fatal"], []],
  ["level:>=warning", [], ["fatal", "error", "warning"], []],
  ["level:<warning", [], ["info", "debug"], []],
  ['"no line item" cart', [], [], ["no line item", "cart"]],
  ['"is:new"', [], [], ["is:new"]],
  ['"closing parenthesis is missing', [], [], ["closing parenthesis is missing"]],
  ["twice twice", [], [], ["twice"]],
])("%j", (text, states, known, words) => {
  expect(parseIssueQuery(text)).toEqual({ query: { states, levels: known, words } });
});

test.each([
  ["TypeError: x", ["TypeError", "x"]],
  ["https://x.example/a std::vector 12:30", ["https://x.example/a", "std::vector", "12:30"]],
  [
    "Error:ENOENT node:fs app.tsx:41:7 localhost:3000",
    ["Error:ENOENT", "node:fs", "app.tsx:41:7", "localhost:3000"],
  ],
  [
    "expected -1 - got --watch ! a !== b",
    ["expected", "-1", "-", "got", "--watch", "!", "a", "!==", "b"],
  ],
  ["relat* *elation* ** x**", ["relat", "elation", "x"]],
  ["(cart) ( total )", ["cart", "total"]],
  ["(cart (total))", ["cart", "total"]],
  ["missing ) after argument list", ["missing", ")", "after", "argument", "list"]],
  ["expected () => void", ["expected", "()", "=>", "void"]],
  [
    "Cannot read properties of undefined (reading 'x')",
    ["Cannot", "read", "properties", "of", "undefined", "reading", "'x'"],
  ],
  ["failed (see https://x.example) or so", ["failed", "see", "https://x.example", "or", "so"]],
  ["at fn(a) (/app/cart.ts:41:7)", ["at", "fn(a)", "/app/cart.ts:41:7"]],
  ["is not defined: x not Error: y", ["is", "not", "defined", "x", "Error", "y"]],
  [
    "object is not (evaluating 'x') NOT NULL",
    ["object", "is", "not", "evaluating", "'x'", "NOT", "NULL"],
  ],
  ["is not node:fs", ["is", "not", "node:fs"]],
  ["ReferenceError: user is not defined", ["ReferenceError", "user", "is", "not", "defined"]],
])("a pasted message is words: %j", (text, words) => {
  expect(parseIssueQuery(text)).toEqual({ query: { states: [], levels: [], words } });
});

const termsOf = (text: string) => {
  const parsed = parseIssueQuery(text);
  if ("problem" in parsed) throw new Error(parsed.detail);
  return parsed.query.terms;
};

test.each<[string, IssueTerm[]]>([
  ["is:unhandled", [{ kind: "flag", flag: "unhandled", negated: false }]],
  ["is:unassigned", [{ kind: "flag", flag: "assigned", negated: true }]],
  ["!is:handled", [{ kind: "flag", flag: "unhandled", negated: false }]],
  ["-is:resolved", [{ kind: "state", values: ["resolved"], negated: true }]],
  ["!level:info", [{ kind: "level", values: ["info"], negated: true }]],
  ["NOT level:info", [{ kind: "level", values: ["info"], negated: true }]],
  ["not  plan:[a,b]", [{ kind: "tag", key: "plan", values: ["a", "b"], negated: true }]],
  ['NOT "a key":x', [{ kind: "tag", key: "a key", values: ["x"], negated: true }]],
  ["tags[plan]:plus", [{ kind: "tag", key: "plan", values: ["plus"], negated: false }]],
  ["!tags[level]:x", [{ kind: "tag", key: "level", values: ["x"], negated: true }]],
  ["tags[size,number]:>5", [{ kind: "number", key: "size", sign: ">", number: 5, negated: false }]],
  ["-timeout", [{ kind: "word", word: "timeout", negated: true }]],
  ["!cart", [{ kind: "word", word: "cart", negated: true }]],
  ["!404", [{ kind: "word", word: "404", negated: true }]],
  ["!SHOP-6", [{ kind: "word", word: "SHOP-6", negated: true }]],
  ['!"does not exist"', [{ kind: "word", word: "does not exist", negated: true }]],
  ["!Error:gone", [{ kind: "word", word: "Error:gone", negated: true }]],
  ["order*exist", [{ kind: "word", word: { like: "order*exist" }, negated: false }]],
  ["!*order**exist*", [{ kind: "word", word: { like: "order*exist" }, negated: true }]],
  [
    "env:production",
    [{ kind: "field", field: "environment", values: ["production"], negated: false }],
  ],
  [
    "firstRelease:1.4.*",
    [{ kind: "field", field: "first-release", values: [{ like: "1.4.*" }], negated: false }],
  ],
  [
    "assigned:[me,none]",
    [{ kind: "field", field: "assigned", values: ["me", "none"], negated: false }],
  ],
  ["route:/checkout", [{ kind: "field", field: "route", values: ["/checkout"], negated: false }]],
  [
    'browser:[Chrome*,"Fire fox"]',
    [{ kind: "tag", key: "browser", values: [{ like: "Chrome*" }, "Fire fox"], negated: false }],
  ],
  ['!plan:"a*b"', [{ kind: "tag", key: "plan", values: ["a*b"], negated: true }]],
  ['"level":x', [{ kind: "tag", key: "level", values: ["x"], negated: false }]],
  [
    "http.status_code:500",
    [{ kind: "tag", key: "http.status_code", values: ["500"], negated: false }],
  ],
  ["has:user", [{ kind: "has", key: "user", negated: false }]],
  ["times-seen:>100", [{ kind: "count", field: "times-seen", sign: ">", count: 100 }]],
  ["events:>2", [{ kind: "count", field: "times-seen", sign: ">", count: 2 }]],
  ["count:2", [{ kind: "count", field: "times-seen", sign: "=", count: 2 }]],
  ["times:<=2", [{ kind: "count", field: "times-seen", sign: "<=", count: 2 }]],
  ['"count":2', [{ kind: "tag", key: "count", values: ["2"], negated: false }]],
  ["users:10", [{ kind: "count", field: "users", sign: "=", count: 10 }]],
  ["first-seen:-7d", [{ kind: "age", field: "first-seen", age: "7d", isOlder: false }]],
  ["last-seen:+2W", [{ kind: "age", field: "last-seen", age: "2w", isOlder: true }]],
  ["age:>1d", [{ kind: "age", field: "first-seen", age: "1d", isOlder: true }]],
  ["age:<1d", [{ kind: "age", field: "first-seen", age: "1d", isOlder: false }]],
  ["last-seen:>=30m", [{ kind: "age", field: "last-seen", age: "30m", isOlder: true }]],
  ["first-seen:<=2w", [{ kind: "age", field: "first-seen", age: "2w", isOlder: false }]],
  ["age:-24h", [{ kind: "age", field: "first-seen", age: "24h", isOlder: false }]],
  [
    "error.type:TypeError",
    [{ kind: "line", field: "error.type", values: ["TypeError"], negated: false }],
  ],
  [
    "!title:*gone",
    [{ kind: "line", field: "message", values: [{ like: "*gone" }], negated: true }],
  ],
  [
    "stack.abs_path:cart.ts",
    [{ kind: "line", field: "stack.filename", values: ["cart.ts"], negated: false }],
  ],
  [
    "exception.type:[A,B]",
    [{ kind: "line", field: "error.type", values: ["A", "B"], negated: false }],
  ],
  ["url:/a", [{ kind: "tag", key: "http.url", values: ["/a"], negated: false }]],
  ["USER.EMAIL:a@b", [{ kind: "tag", key: "user.email", values: ["a@b"], negated: false }]],
  ["error.unhandled:true", [{ kind: "flag", flag: "unhandled", negated: false }]],
  ["error.handled:yes", [{ kind: "flag", flag: "unhandled", negated: true }]],
  [
    "http.status_code:>=500",
    [{ kind: "number", key: "http.status_code", sign: ">=", number: 500, negated: false }],
  ],
  [`trace:${"AB".repeat(16)}`, [{ kind: "trace", traces: ["ab".repeat(16)], negated: false }]],
  ["has:env", [{ kind: "has", key: "environment", negated: false }]],
  [
    "last-seen:>2026-11-01",
    [{ kind: "time", field: "last-seen", sign: ">", moment: "2026-11-01" }],
  ],
])("%j", (text, terms) => expect(termsOf(text)).toEqual(terms));

const parsed = (text: string): IssueQuery => {
  const read = parseIssueQuery(text);
  if ("problem" in read) throw new Error(read.detail);
  return read.query;
};
const any = (negated: boolean, ...texts: string[]): IssueTerm => ({
  kind: "any",
  queries: texts.map(parsed),
  negated,
});

test.each<[string, IssueTerm[]]>([
  ["a b OR is:new", [any(false, "a b", "is:new")]],
  ["a AND (b OR c)", [any(false, "b", "c")]],
  ["is:open !(is:new level:info)", [any(true, "is:new level:info")]],
  ["is:open AND NOT (is:new level:info)", [any(true, "is:new level:info")]],
  ["not (plan:a OR plan:b)", [any(true, "plan:a", "plan:b")]],
  ["(a NOT plan:b OR c)", [any(false, "a !plan:b", "c")]],
  ["-(a OR b)", [any(true, "a", "b")]],
  [
    "(is:new) OR ((x OR y) -z)",
    [
      {
        kind: "any",
        queries: [{ ...parsed(""), terms: [any(false, "is:new")] }, parsed("(x OR y) -z")],
        negated: false,
      },
    ],
  ],
  ["!(cart total)", [any(true, "cart total")]],
  ["message:fn() OR (error.type:E)", [any(false, "message:fn()", "error.type:E")]],
])("OR and parentheses: %j", (text, terms) => expect(termsOf(text)).toEqual(terms));

test("a group without OR is a plain part; its states stay separate", () => {
  expect(parsed("a (level:error b)").terms).toEqual([any(false, "level:error b")]);
  expect(parsed("x OR (a (b plan:pro))")).toEqual(parsed("x OR (a b plan:pro)"));
});

test("quoted operators and wildcards are text", () => {
  expect(parsed('this "OR" "th*t" "(x"').words).toEqual(["this", "OR", "th*t", "(x"]);
});

test("a search has a limited number of parts", () => {
  expect(parseIssueQuery("x ".repeat(101))).toMatchObject({
    detail: expect.stringContaining("at most 100 terms"),
  });
});

test.each([
  ["is:unresovled", "is:unresolved"],
  ["!is:[new,regresed]", "!is:[new,regressed]"],
  ["NOT level:eror", "NOT level:error"],
  ["level:>=warnign", "level:>=warning"],
  ["status:xyzzy", undefined],
])("%s suggests %s", (text, instead) =>
  expect((parseIssueQuery(text) as { instead?: string }).instead).toBe(instead),
);

test("ranges are two bounds", () => {
  expect(termsOf("users:10..100")).toEqual(termsOf("users:>=10 users:<=100"));
  expect(termsOf("first-seen:2026-11-01")).toEqual(
    termsOf("first-seen:>=2026-11-01 first-seen:<=2026-11-01"),
  );
});

test.each([
  ["cart is:broken", "is:broken", "Unknown value for is:. Supported: unresolved, open, new,"],
  ["status:500", "status:500", "Unknown value for status:. Supported: unresolved, open, new,"],
  [
    "status:500",
    "status:500",
    "To find responses by HTTP status, search traces for http.response.status_code:500.",
  ],
  ["level:loud", "level:loud", "Unknown value for level:. Supported: fatal, error,"],
  ["is:", "is:", "after the colon is missing"],
  ["levl:error", "levl:error", 'Did you mean level:? For a tag of that name, use quotes: "levl":'],
  ["-enviroment:x", "-enviroment:x", "Did you mean environment:?"],
  ["times-seen:many", "times-seen:many", "Write a number like >100"],
  ["!users:>5", "!users:>5", "Use the opposite comparison"],
  ["first-seen:soon", "first-seen:soon", "Write a time like -7d"],
  ["first-seen:2026-02-31", "first-seen:2026-02-31", "Write a time like"],
  ["is:[new,unhandled]", "is:[new,unhandled]", "is: lists accept only statuses"],
  ["plan:[a", "plan:[a", "Write a list like [a,b]"],
  ["plan:>x", "plan:>x", "can be compared"],
  ["a OR", "OR", "Use OR between two terms"],
  ["a OR AND b", "AND", "Use AND between two terms"],
  ["x (is:new OR y", "(is:new OR y", "closing parenthesis is missing"],
  ["total (cart", "(cart", "closing parenthesis is missing"],
  ["is:new OR y)", ")", "opening parenthesis is missing"],
  ["a OR ()", "()", "parentheses are empty"],
  ["-(*)a", "*", "matches everything"],
  ["a OR *", "*", "matches everything"],
  ["trace:abc", "trace:abc", "32 hexadecimal digits"],
  ["error.unhandled:maybe", "error.unhandled:maybe", "true or false"],
  ["has:trace", "has:trace", "Use trace:"],
  ["eror.type:x", "eror.type:x", "Did you mean error.type:?"],
])("%j is explained at its term", (text, word, because) => {
  const wrong = parseIssueQuery(text);
  if (!("problem" in wrong)) throw new Error("It was understood.");
  expect(wrong).toMatchObject({ problem: "invalid", detail: expect.stringContaining(because) });
  expect(text.slice(wrong.from, wrong.to)).toBe(word);
});

const text = fc.string({
  minLength: 1,
  unit: fc.constantFrom(
    ...'aZ0 \t"\\:/-!<>*,[]().=é\u{1F43E}',
    "is",
    "level",
    "not ",
    "NOT ",
    "\n",
  ),
});
const like = fc.stringMatching(/^[a-z/<>:]{0,3}\*[a-z.*]{0,3}$/);
const inner = fc.stringMatching(/^[a-z0-9:"!-]{1,3}\*[a-z0-9:"!-]{1,3}$/);
const matches = fc.uniqueArray(fc.oneof(text, fc.constant(""), fc.record({ like })), {
  minLength: 1,
  maxLength: 3,
  selector: (match) => JSON.stringify(match),
});
const some = <Name extends string>(names: readonly Name[], minLength = 0) =>
  fc.uniqueArray(fc.constantFrom(...names), { minLength });
const oneOf = fc.constantFrom;
const negated = fc.boolean();
const turned = fc.constant<true>(true);
const age = fc.stringMatching(/^[1-9]\d{0,4}[mhdw]$/);
const sign = oneOf(">" as const, ">=" as const, "<" as const, "<=" as const);
const term = fc.oneof(
  fc.record({ kind: fc.constant("state" as const), values: some(stateTerms, 1), negated: turned }),
  fc.record({ kind: fc.constant("level" as const), values: some(levels, 1), negated: turned }),
  fc.record({ kind: fc.constant("word" as const), word: text, negated: turned }),
  fc.record({ kind: fc.constant("word" as const), word: fc.record({ like: inner }), negated }),
  fc.record({
    kind: fc.constant("flag" as const),
    flag: oneOf("unhandled" as const, "assigned" as const),
    negated,
  }),
  fc.record({
    kind: fc.constant("field" as const),
    field: oneOf(...textFields),
    values: matches,
    negated,
  }),
  fc.record({ kind: fc.constant("tag" as const), key: text, values: matches, negated }),
  fc.record({
    kind: fc.constant("line" as const),
    field: oneOf(...lineFields),
    values: matches,
    negated,
  }),
  fc.record({
    kind: fc.constant("number" as const),
    key: text,
    sign,
    number: fc.integer(),
    negated,
  }),
  fc.record({
    kind: fc.constant("trace" as const),
    traces: fc.constant(["0a".repeat(16)]),
    negated,
  }),
  fc.record({ kind: fc.constant("has" as const), key: text, negated }),
  fc.record({
    kind: fc.constant("count" as const),
    field: oneOf(...countFields),
    sign: fc.oneof(sign, fc.constant("=" as const)),
    count: fc.nat(),
  }),
  fc.record({
    kind: fc.constant("time" as const),
    field: oneOf(...timeFields),
    sign,
    moment: oneOf("2026-11-01", "2026-11-01T10:30", "2026-11-01T10:30:05.123Z"),
  }),
  fc.record({
    kind: fc.constant("age" as const),
    field: oneOf(...timeFields),
    age,
    isOlder: fc.boolean(),
  }),
);
type Made = Omit<IssueQuery, "terms"> & { terms: unknown[] };
const plain = ({ terms, ...rest }: Made): IssueQuery =>
  terms.length > 0 ? { ...rest, terms: terms as IssueTerm[] } : rest;
const flat = fc
  .record({
    states: fc.uniqueArray(fc.constantFrom(...stateTerms), { maxLength: 1 }),
    levels: fc.uniqueArray(fc.constantFrom(...levels), { maxLength: 1 }),
    words: fc.uniqueArray(text, { maxLength: 2 }),
    terms: fc.uniqueArray(term, { maxLength: 2, selector: (each) => JSON.stringify(each) }),
  })
  .map(plain)
  .filter((each) => printIssueQuery(each) !== "");
const anyOf = (queries: fc.Arbitrary<IssueQuery>) =>
  fc.record({
    kind: fc.constant("any" as const),
    queries: fc.array(queries, { minLength: 2, maxLength: 3 }),
    negated,
  });
const query: fc.Arbitrary<IssueQuery> = fc
  .record({
    states: some(stateTerms),
    levels: some(levels),
    words: fc.uniqueArray(text, { maxLength: 4 }),
    terms: fc.uniqueArray(fc.oneof(term, anyOf(flat)), {
      maxLength: 4,
      selector: (each) => JSON.stringify(each),
    }),
  })
  .map(plain);

test("a printed query parses to the same query", () => {
  fc.assert(
    fc.property(query, (any) => {
      expect(parseIssueQuery(printIssueQuery(any))).toEqual({ query: any });
    }),
    { numRuns: 1_000 },
  );
});

test("any text is a query or a located error", () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.string()), (any) => {
      const read = parseIssueQuery(any);
      if ("problem" in read) expect(any.slice(read.from, read.to).length).toBeGreaterThan(0);
      else expect(parseIssueQuery(printIssueQuery(read.query))).toEqual(read);
    }),
    { numRuns: 2_000 },
  );
});
