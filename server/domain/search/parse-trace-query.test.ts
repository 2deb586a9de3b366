import { expect, test } from "vitest";
import { parseTraceQuery, printTraceQuery } from "./parse-trace-query.ts";
import type { TraceQuery } from "./trace-query.ts";

const query = (text: string): Partial<TraceQuery> => {
  const parsed = parseTraceQuery(text);
  if ("problem" in parsed) throw new Error(parsed.detail);
  return parsed.query;
};
const is = (key: string, value: string) => ({ key, value, negated: false });

test("fields, attributes, words and phrases", () => {
  expect(query('service:web name:"GET /x" Route:cart kind:SERVER db.system:sqlite checkout "two words"')).toEqual({
    terms: [
      is("service", "web"),
      is("name", "GET /x"),
      is("route", "/cart"),
      is("kind", "server"),
      is("db.system.name", "sqlite"),
    ],
    words: ["checkout", "two words"],
  });
  expect(query("")).toEqual({ terms: [], words: [] });
});

test("fields go by their short names, whatever they are called", () => {
  expect(query("service.name:web env:production deployment.environment:test http.route:/a/").terms).toEqual([
    is("service", "web"),
    is("environment", "production"),
    is("environment", "test"),
    is("route", "/a"),
  ]);
});

test("status is about the trace, a minus turns anything round", () => {
  expect(query("status:error").failed).toBe(true);
  expect(query("-status:error").failed).toBe(false);
  expect(query('-service:db -"odd key":"a \\"b\\""').terms).toEqual([
    { key: "service", value: "db", negated: true },
    { key: "odd key", value: 'a "b"', negated: true },
  ]);
});

test("durations are bounds, and several narrow each other", () => {
  expect(query("duration:>100ms duration:<2s").durationMs).toEqual({ atLeast: 100, atMost: 2000 });
  expect(query("duration:100ms..2s duration:>=1.5s").durationMs).toEqual({ atLeast: 1500, atMost: 2000 });
  expect(query("duration:<=0.5m").durationMs).toEqual({ atMost: 30_000 });
  expect(query("duration:>250").durationMs).toEqual({ atLeast: 250 });
});

test("addresses and lone signs are words", () => {
  expect(query("https://shop.example/cart - 12:30").words).toEqual(["https://shop.example/cart", "-", "12:30"]);
});

test("an open quote runs to the end", () => {
  expect(query('name:"GET /x y').terms).toEqual([is("name", "GET /x y")]);
});

test.each([
  ["service:web status:broken x", "status:broken. After status: the search knows error, ok."],
  ["kind:loader", "kind:loader. After kind: the search knows internal, server,"],
  ["duration:fast", "duration:fast. A duration is written like >100ms"],
  ["-duration:>1s", "-duration:>1s. Turn the sign round"],
  ["duration:>2s duration:<1s", "duration:<1s. No trace lasts"],
  ["status:ok status:error", "status:error. No trace has failed and has not."],
  ["http.response.status_code:>400", "http.response.status_code:>400. Only duration: can be compared."],
  ["a service: b", "service:. There is nothing after the colon"],
  ["-checkout", "-checkout. Only key:value can be turned round"],
])("%s is explained at the wrong word", (text, sentence) => {
  const parsed = parseTraceQuery(text);
  expect(parsed).toMatchObject({ problem: "invalid" });
  expect("detail" in parsed && parsed.detail).toContain(sentence);
});

test("what was printed is read as the same query, whatever it holds", () => {
  for (let seed = 1; seed <= 1000; seed++) {
    const any = anyQuery(seed);
    expect(query(printTraceQuery(any))).toEqual(any);
  }
});

function anyQuery(seed: number): TraceQuery {
  let state = seed;
  const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  const signs = ["a", "B", "µ", " ", '"', "\\", ":", "-", "/", ".", ">", "<", "1", "\n", "status", "//"];
  const text = () => Array.from({ length: 1 + next(6) }, () => signs[next(signs.length)]!).join("");
  const words = [...new Set(Array.from({ length: next(4) }, text))];
  const terms = Array.from({ length: next(4) }, (_, index) => ({
    key: `${text()}k${index}`,
    value: text(),
    negated: next(2) === 0,
  }));
  const [low, high] = [next(1000) / 7, 1000 + next(1e9) / 3];
  const range = [{ atLeast: low }, { atMost: high }, { atLeast: low, atMost: high }][next(4)];
  return { terms, ...(range && { durationMs: range }), ...(next(2) === 0 && { failed: next(2) === 0 }), words };
}
