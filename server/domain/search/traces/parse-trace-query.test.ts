import { expect, test } from "vitest";
import { parseTraceQuery } from "./parse-trace-query.ts";
import { printTraceQuery } from "./print-trace-query.fixture.ts";
import type { AttributeTerm, TraceQuery } from "./trace-query.ts";

const query = (text: string): Partial<TraceQuery> => {
  const parsed = parseTraceQuery(text);
  if ("problem" in parsed) throw new Error(parsed.detail);
  return parsed.query;
};
const is = (key: string, value: string) => ({ key, value, negated: false });
const word = (value: string, negated = false) => ({
  key: "name",
  value,
  negated,
  test: "contains" as const,
});

test("fields, attributes, words and phrases", () => {
  expect(
    query('service:web name:"GET /x" Route:cart kind:SERVER db.system:sqlite checkout "two words"'),
  ).toEqual({
    terms: [
      is("service", "web"),
      is("name", "GET /x"),
      is("route", "/cart"),
      is("kind", "server"),
      is("db.system.name", "sqlite"),
      word("checkout"),
      word("two words"),
    ],
    words: [],
  });
  expect(query("")).toEqual({ terms: [], words: [] });
});

test("fields have short names", () => {
  expect(
    query("service.name:web env:production deployment.environment:test http.route:/a/").terms,
  ).toEqual([
    is("service", "web"),
    is("environment", "production"),
    is("environment", "test"),
    is("route", "/a"),
  ]);
});

test("status concerns the trace, and a minus negates anything", () => {
  expect(query("status:error").failed).toBe(true);
  expect(query("-status:error").failed).toBe(false);
  expect(query('-service:db -"odd key":"a \\"b\\""').terms).toEqual([
    { key: "service", value: "db", negated: true },
    { key: "odd key", value: 'a "b"', negated: true },
  ]);
});

test("an email address is a word of a name or a user", () => {
  const address = "mira@example.com";
  const queries = [word(address), is("user", address)].map((each) => ({
    terms: [each],
    words: [],
  }));
  expect(query(`cart -${address}`)).toEqual({
    terms: [word("cart")],
    words: [],
    any: [{ queries, negated: true, word: address }],
  });
  for (const text of [`cart -${address}`, `(${address} OR status:error) SELECT`])
    expect(query(printTraceQuery(query(text) as TraceQuery)), text).toEqual(query(text));
});

test("status: concerns failures, so a number is explained and corrected", () => {
  expect(parseTraceQuery("cart -status:>=500")).toMatchObject({
    detail:
      "Can't search for -status:>=500. status: accepts error or ok. For the HTTP status, use http.response.status_code:>=500.",
    instead: "-http.response.status_code:>=500",
  });
  expect(parseTraceQuery("!status:failed")).toMatchObject({ instead: "!status:error" });
});

test("is:idle finds idle interactions; any other `is:` is an attribute", () => {
  expect(query("is:idle cart").idle).toBe(true);
  expect(query("-is:Idle").idle).toBe(false);
  expect(query("(is:idle OR status:error)").any).toMatchObject([
    { queries: [{ idle: true }, { failed: true }] },
  ]);
  expect(query("is:asset -is:idle")).toMatchObject({ asset: true, idle: false });
  expect(parseTraceQuery("is:asset (!is:asset)")).toMatchObject({
    detail: expect.stringContaining("both an asset and not an asset"),
  });
  expect(printTraceQuery(query("a -is:asset") as TraceQuery)).toBe("a -is:asset");
  expect(query("is:error").terms).toEqual([is("is", "error")]);
  expect(parseTraceQuery("is:idle !is:idle")).toMatchObject({
    detail: expect.stringContaining("both idle and not idle"),
  });
  expect(printTraceQuery(query("a is:idle") as TraceQuery)).toBe("a is:idle");
});

test("durations are bounds, and several narrow each other", () => {
  expect(query("duration:>100ms duration:<2s").durationMs).toEqual({ atLeast: 100, atMost: 2000 });
  expect(query("duration:100ms..2s duration:>=1.5s").durationMs).toEqual({
    atLeast: 1500,
    atMost: 2000,
  });
  expect(query("duration:<=0.5m").durationMs).toEqual({ atMost: 30_000 });
  expect(query("duration:>250").durationMs).toEqual({ atLeast: 250 });
});

test("URLs and single symbols are words", () => {
  expect(query("https://shop.example/cart - 12:30 --watch").terms).toEqual(
    ["https://shop.example/cart", "-", "12:30", "--watch"].map((text) => word(text)),
  );
  expect(query('-checkout !service:web -"two words"').terms).toEqual([
    word("checkout", true),
    { ...is("service", "web"), negated: true },
    word("two words", true),
  ]);
});

test("words are negated by ! or - and take wildcards and parentheses", () => {
  expect(query('!checkout !"two words" ! !==').terms).toEqual([
    word("checkout", true),
    word("two words", true),
    word("!"),
    word("!=="),
  ]);
  expect(query("pri* *ice* (cart) (a b)").terms).toEqual(
    ["pri", "ice", "cart", "a", "b"].map((each) => word(each)),
  );
  expect(query("get*cart !p*e").terms).toEqual([
    { ...is("name", "*get*cart*"), test: "like" },
    { ...is("name", "*p*e*"), test: "like", negated: true },
  ]);
});

test("NOT negates a key or group before it; other words are text", () => {
  expect(query("NOT service:db is not ready").terms).toEqual([
    { ...is("service", "db"), negated: true },
    ...["is", "not", "ready"].map((each) => word(each)),
  ]);
  expect(query("not (service:a OR service:b)")).toEqual(query("!(service:a OR service:b)"));
  const text = 'x "not" service:a';
  expect(query(printTraceQuery(query(text) as TraceQuery))).toEqual(query(text));
});

test("an open quote extends to the end", () => {
  expect(query('name:"GET /x y').terms).toEqual([is("name", "GET /x y")]);
});

test.each([
  [
    "service:web status:broken x",
    "status:broken. Unknown value for status:. Supported: error, ok.",
  ],
  ["kind:loader", "kind:loader. Unknown value for kind:. Supported: internal, server,"],
  ["duration:fast", "duration:fast. Write a duration like >100ms"],
  ["-duration:>1s", "-duration:>1s. Use the opposite comparison"],
  ["duration:>2s duration:<1s", "duration:<1s. No duration"],
  ["status:ok status:error", "status:error. A trace can't be both failed and not failed."],
  ["service:>400", "service:>400. Only numbers can be compared"],
  ["http.response.status_code:>x", "http.response.status_code:>x. Only numbers can be compared"],
  ["spans:many", "spans:many. Write a number like >100"],
  ["-errors:>1", "-errors:>1. Use the opposite comparison instead: errors:<100."],
  ["a OR", "OR. Use OR between two terms."],
  ["total (cart", "(cart. The closing parenthesis is missing."],
  ["(status:error OR a", "(status:error OR a. The closing parenthesis is missing."],
  ["service:[a,b]", "service:[a,b]. Write several values with OR"],
  ["has:duration", "has:duration. Use duration: with a value."],
  ["a service: b", "service:. The value after the colon is missing"],
])("%s is explained at its invalid term", (text, sentence) => {
  const parsed = parseTraceQuery(text);
  expect(parsed).toMatchObject({ problem: "invalid" });
  if (!("problem" in parsed)) return;
  expect(parsed.detail).toContain(sentence);
  expect(sentence.startsWith(text.slice(parsed.from, parsed.to))).toBe(true);
});

test("any value, patterns, numbers, counts, and aliases of keys", () => {
  expect(
    query("has:user.id -has:http.url name:*cart* http.status_code:>=500 app.items:<-1.5").terms,
  ).toEqual([
    { ...is("user.id", ""), test: "has" },
    { key: "url.full", value: "", negated: true, test: "has" },
    { ...is("name", "*cart*"), test: "like" },
    { ...is("http.response.status_code", "500"), test: ">=" },
    { ...is("app.items", "-1.5"), test: "<" },
  ]);
  expect(query('span.op:db transaction:"GET /" db.statement:orders name:"a*b"').terms).toEqual([
    is("sentry.op", "db"),
    is("name", "GET /"),
    is("db.query.text", "orders"),
    is("name", "a*b"),
  ]);
  expect(query("op:db").terms).toEqual([is("sentry.op", "db")]);
  expect(query("spans:>100 errors:2..5")).toMatchObject({
    spans: { atLeast: 101 },
    errors: { atLeast: 2, atMost: 5 },
  });
});

test("OR and parentheses", () => {
  const a = { terms: [word("a")], words: [] };
  const slow = { terms: [], words: [], durationMs: { atLeast: 2000 } };
  expect(query("a OR duration:>2s")).toEqual({
    terms: [],
    words: [],
    any: [{ queries: [a, slow], negated: false }],
  });
  expect(query("service:web (a OR duration:>2s) -(a OR status:error)")).toEqual({
    terms: [is("service", "web")],
    words: [],
    any: [
      { queries: [a, slow], negated: false },
      { queries: [a, { terms: [], words: [], failed: true }], negated: true },
    ],
  });
  expect(query("!(a)").any).toEqual([{ queries: [a], negated: true }]);
  expect(query("(service:web (a duration:>2s))")).toEqual(query("service:web a duration:>2s"));
});

test("words beside an upper-case SQL keyword also search queries", () => {
  const word = (value: string, negated = false) => ({
    queries: [
      { terms: [{ key: "name", value, negated: false, test: "contains" }], words: [] },
      { terms: [{ key: "db.query.text", value, negated: false }], words: [] },
    ],
    negated,
    word: value,
  });
  expect(query("SELECT orders status:error")).toMatchObject({
    terms: [],
    failed: true,
    any: [word("SELECT"), word("orders")],
  });
  expect(query('-"INSERT INTO cart"')).toMatchObject({
    terms: [],
    any: [word("INSERT INTO cart", true)],
  });
  for (const plain of ["select orders", "SELECTED", "orders", "name:SELECT"])
    expect(query(plain).any).toBeUndefined();
  for (const typed of [
    "SELECT",
    "-SELECT",
    "(SELECT) orders",
    "orders (a:1 OR b:2) SELECT",
    "-(SELECT OR a:1)",
    "-(SELECT)",
  ])
    expect(query(printTraceQuery(query(typed) as TraceQuery))).toEqual(query(typed));
});

test("a printed query parses to the same query", () => {
  for (let seed = 1; seed <= 1000; seed++) {
    const any = anyQuery(seed);
    expect(query(printTraceQuery(any))).toEqual(any);
  }
});

function anyQuery(seed: number, deep = true): TraceQuery {
  let state = seed;
  const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  const signs = [
    "a",
    "B",
    "µ",
    " ",
    '"',
    "\\",
    ":",
    "-",
    "/",
    ".",
    ">",
    "<",
    "1",
    "\n",
    "status",
    "//",
  ];
  const text = () => Array.from({ length: 1 + next(6) }, () => signs[next(signs.length)]!).join("");
  const terms = Array.from({ length: next(4) }, (_, index): AttributeTerm => {
    const key = `${text()}k${index}`;
    const negated = next(2) === 0;
    const kind = next(5);
    if (kind === 0) return { ...word(`${text()}${index}`), negated };
    if (kind === 1) return { key: `k${index}`, value: "", negated, test: "has" };
    if (kind === 2) return { key: `k${index}`, value: `${next(100)}`, negated, test: ">=" };
    return kind === 3
      ? { key, value: "a*b", negated, test: "like" }
      : { key, value: text(), negated };
  });
  const any =
    next(3) === 0 && deep
      ? [
          {
            queries: [anyQuery(next(1e6) + 1, false), anyQuery(next(1e6) + 1, false)],
            negated: next(2) === 0,
          },
        ]
      : [];
  const [low, high] = [next(1000) / 7, 1000 + next(1e9) / 3];
  const range = [{ atLeast: low }, { atMost: high }, { atLeast: low, atMost: high }][next(4)];
  const query = {
    terms,
    ...(range && { durationMs: range }),
    ...(next(2) === 0 && { failed: next(2) === 0 }),
    words: [],
  };
  const isEmpty = terms.length === 0 && Object.keys(query).length === 2;
  if (isEmpty && !deep) return { terms: [word("x")], words: [] };
  return any.length > 0 ? { ...query, any } : query;
}
