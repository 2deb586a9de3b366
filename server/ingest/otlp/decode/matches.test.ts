import { expect, test } from "vitest";
import { drawSpans } from "#server/domain/trace/sample-spans.fixture.ts";
import type { Span } from "#server/domain/trace/span.ts";
import { termTexts } from "#server/domain/trace/terms/part-terms.ts";
import type { TermTest, TraceQuery } from "#server/domain/search/traces/trace-query.ts";
import { hashNamed } from "#server/domain/trace/terms/rare-values.ts";
import { indexedTerm, markedTerm, unindexedValue } from "#server/domain/trace/terms/terms.ts";
import { encodeSpans } from "#server/ingest/otlp/wire/encode.ts";
import { matchesQuery } from "./matches.ts";
import { scanTraces } from "#server/ingest/otlp/scan/scan.ts";

const noFacts = { durationMs: 0, spans: 0, errors: 0 };

const [root, query] = drawSpans(`
GET /orders 0-10 @shop server
  SELECT 1-3 @shop client
`);
const resource = {
  "service.name": "shop",
  "deployment.environment": "production",
  "service.version": "1.4.2",
  "host.name": "web-1",
};
const spans: Span[] = [
  {
    ...root!,
    resource,
    status: "error",
    attributes: {
      "http.route": "orders/:id",
      "http.method": "GET",
      "app.count": 7,
      "app.vip": true,
    },
  },
  {
    ...query!,
    resource,
    attributes: {
      "db.query.text": "SELECT * FROM orders",
      "app.ids": ["a-1", "b-2"],
      "url.full": "https://x.example/?sig=abc",
    },
  },
];
const parts = [encodeSpans(spans)];
const matches = (key: string, value: string, negated = false, test?: TermTest) =>
  matchesQuery(
    parts,
    { terms: [{ key, value, negated, ...(test && { test }) }], words: [] },
    noFacts,
  );

test.each([
  ["service", "shop"],
  ["service.name", "shop"],
  ["name", "SELECT"],
  ["kind", "client"],
  ["status", "error"],
  ["route", "/orders/:id"],
  ["http.route", "/orders/:id"],
  ["environment", "production"],
  ["release", "1.4.2"],
  ["http.method", "GET"],
  ["http.request.method", "GET"],
  ["db.statement", "SELECT * FROM orders"],
  ["app.count", "7"],
  ["app.vip", "true"],
  ["app.ids", "b-2"],
  ["host.name", "web-1"],
  ["url.full", "https://x.example/?sig=[Filtered]"],
])("%s:%s matches, and its negation does not", (key, value) => {
  expect(matches(key, value)).toBe(true);
  expect(matches(key, value, true)).toBe(false);
});

test.each([
  ["service", "sho"],
  ["kind", "producer"],
  ["app.count", "8"],
  ["app.ids", "a"],
  ["nothing", "here"],
  ["url.full", "https://x.example/?sig=abc"],
])("%s:%s does not match", (key, value) => {
  expect(matches(key, value)).toBe(false);
  expect(matches(key, value, true)).toBe(true);
});

test.each<[key: string, value: string, test: TermTest]>([
  ["app.count", "6", ">"],
  ["http.response.status_code", "500", ">="],
  ["db.statement", "*from*", "like"],
  ["url.full", "https://*", "like"],
  ["host.name", "", "has"],
  ["name", "elec", "contains"],
])("%s:%s as %s", (key, value, test) => {
  expect(matches(key, value, false, test)).toBe(key !== "http.response.status_code");
});

test("a query text is found by a part of it", () => {
  expect(matches("db.query.text", "from ORDERS")).toBe(true);
  expect(matches("db.query.text", "customers")).toBe(false);
  expect(matches("app.count", "7", false, ">")).toBe(false);
});

test("groups and summary fields combine with spans", () => {
  const isSlow = { terms: [], words: [], durationMs: { atLeast: 100 } };
  const has = (value: string) => ({ terms: [{ key: "name", value, negated: false }], words: [] });
  const ask = (negated: boolean, durationMs: number, ...queries: TraceQuery[]) =>
    matchesQuery(
      parts,
      { terms: [], words: [], any: [{ queries, negated }] },
      { ...noFacts, durationMs },
    );
  expect(ask(false, 0, isSlow, has("SELECT"))).toBe(true);
  expect(ask(false, 100, isSlow, has("none"))).toBe(true);
  expect(ask(false, 0, isSlow, has("none"))).toBe(false);
  expect(ask(true, 0, isSlow, has("none"))).toBe(true);
});

test("all terms must match, each on any span", () => {
  const both = [
    { key: "http.method", value: "GET", negated: false },
    { key: "app.ids", value: "a-1", negated: false },
  ];
  expect(matchesQuery(parts, { terms: both, words: [] }, noFacts)).toBe(true);
  expect(
    matchesQuery(
      parts,
      { terms: [...both, { key: "kind", value: "client", negated: true }], words: [] },
      noFacts,
    ),
  ).toBe(false);
});

test("index and span search agree", () => {
  const [part] = scanTraces(parts[0]!, { requestSpans: 10, requestExceptions: 0 }).parts;
  const terms = termTexts(part!.terms);
  expect(terms.length).toBeGreaterThan(8);
  for (const term of terms) {
    const [key, value] = [term.slice(0, term.indexOf("=")), term.slice(term.indexOf("=") + 1)];
    if (term === markedTerm || hashNamed(term) !== undefined) continue;
    if (value === unindexedValue) {
      expect(matches(key, "", false, "has"), term).toBe(true);
      continue;
    }
    expect(matches(key, value), term).toBe(true);
    expect(indexedTerm({ key, value, negated: false })).toBe(term);
  }
});
