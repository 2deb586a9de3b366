import { expect, test } from "vitest";
import type { JsonObject } from "#server/domain/json.ts";
import { threadMs } from "#tests/harness/faults/thread-time.ts";
import { scrub } from "./scrub.ts";

function scrubbed(payload: JsonObject): JsonObject {
  scrub(payload);
  return payload;
}

const inExtra = (value: string) => (scrubbed({ extra: { value } })["extra"] as JsonObject)["value"];

test.each([
  ["Bearer abcdef0123456789", "Bearer [Filtered]"],
  ["curl -H 'Authorization: Basic dXNlcjpwYXNz' x", "curl -H 'Authorization: Basic [Filtered]' x"],
  ["-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- tail", "[Filtered] tail"],
  ["postgres://app:hunter2@db/shop", "postgres://app:[Filtered]@db/shop"],
  [
    "https://x.example/cb?code=1&access_token=abc&next=/",
    "https://x.example/cb?code=1&access_token=[Filtered]&next=/",
  ],
  ['{"user":"jane","password": "hunter \\"2\\""}', '{"user":"jane","password": "[Filtered]"}'],
  ["{'api_key': 'k', 'n': 1}", "{'api_key': '[Filtered]', 'n': 1}"],
  [
    "login failed: user=jane password=hunter2, again",
    "login failed: user=jane password=[Filtered], again",
  ],
  ["card 4111 1111 1111 1111 declined", "card [Filtered] declined"],
  ["378282246310005", "[Filtered]"],
  [`jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc-_1`, "jwt [Filtered]"],
])("%s is scrubbed", (value, expected) => {
  expect(inExtra(value)).toBe(expected);
});

test.each([
  "order 4111 1111 1111 1112 declined",
  "1795236863414",
  "2026-11-21T05:00:00.000Z",
  "http://0123456789abcdef0123456789abcdef@127.0.0.1:9720/42",
  "5f2c3aa4209f41b28386f07664ff6b55",
  "the bearer of bad news",
  "Basic information is missing, Bearer authentication failed",
  "Unexpected token: } at key = 5",
  '{"author":"jane","token_count":"3"}',
  "https://x.example/?page_token_count=3&author=me",
  "user@example.com",
])("%s is kept", (value) => {
  expect(inExtra(value)).toBe(value);
});

test("secrets are found in all free-form data, and their names stay", () => {
  const payload = scrubbed({
    request: {
      headers: [
        ["Cookie", "sid=1"],
        ["Accept", "text/html"],
      ],
      cookies: { sid: "1", theme: "dark" },
      query_string: "token=abc&page=2",
      data: { user: { password: "p", pin: "" }, credentials: { id: 7, key: "k" } },
    },
    breadcrumbs: {
      values: [{ data: { url: "/x?api_key=1", form: [{ name: "password", value: "p" }] } }],
    },
    exception: {
      values: [
        {
          value: "bad Bearer abcdef0123456789",
          stacktrace: { frames: [{ vars: { secret: "s" } }] },
        },
      ],
    },
    contexts: { state: { session: "abc", attempts: 3 } },
  });
  expect(payload).toEqual({
    request: {
      headers: [
        ["Cookie", "[Filtered]"],
        ["Accept", "text/html"],
      ],
      cookies: { sid: "[Filtered]", theme: "[Filtered]" },
      query_string: "token=[Filtered]&page=2",
      data: {
        user: { password: "[Filtered]", pin: "" },
        credentials: { id: "[Filtered]", key: "[Filtered]" },
      },
    },
    breadcrumbs: {
      values: [
        {
          data: { url: "/x?api_key=[Filtered]", form: [{ name: "password", value: "[Filtered]" }] },
        },
      ],
    },
    exception: {
      values: [
        {
          value: "bad Bearer [Filtered]",
          stacktrace: { frames: [{ vars: { secret: "[Filtered]" } }] },
        },
      ],
    },
    contexts: { state: { session: "[Filtered]", attempts: 3 } },
  });
});

test("fields listed in one text are scrubbed by name too", () => {
  const request = {
    headers: "Accept: a\r\nCookie: sid=1",
    cookies: "sid=1",
    data: "password=p&page=2",
  };
  expect(scrubbed({ request })["request"]).toEqual({
    headers: "Accept: a\r\nCookie: [Filtered]",
    cookies: "[Filtered]",
    data: "password=[Filtered]&page=2",
  });
});

test("package names, source lines, and user tags are kept", () => {
  const payload = {
    modules: { jsonwebtoken: "9.0.0", cookie: "1.0.0" },
    sdk: { name: "x", integrations: ["Cookie"] },
    tags: { session: "checkout", plan: "pro" },
    exception: {
      values: [
        {
          stacktrace: { frames: [{ function: "readToken", context_line: "const token = read()" }] },
        },
      ],
    },
  };
  expect(scrubbed(structuredClone(payload))).toEqual(payload);
});

test("every change is noted by path, and a second pass finds nothing", () => {
  const payload: JsonObject = {
    extra: { list: [{ password: "p" }], long: "x".repeat(20_000), card: 4111111111111111 },
  };
  expect(scrub(payload)).toEqual([
    { path: "extra.list.0.password", kind: "scrubbed", detail: expect.any(String) },
    { path: "extra.long", kind: "trimmed", detail: "kept 16,384 of 20,000 characters" },
    { path: "extra.card", kind: "scrubbed", detail: expect.any(String) },
  ]);
  expect(scrub(payload)).toEqual([]);
});

test("depth, lists, and maps are limited", () => {
  const map = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`k${index}`, index]));
  const list = Array.from({ length: 3_000 }, (_, index) => index);
  const payload: JsonObject = {
    extra: { deep: JSON.parse(`${"[".repeat(500)}1${"]".repeat(500)}`), list, map },
  };
  const notes = scrub(payload);
  const {
    list: kept,
    map: keptMap,
    deep,
  } = payload["extra"] as { list: number[]; map: JsonObject; deep: unknown };
  expect(kept).toHaveLength(1_000);
  expect([kept[0], kept[499], kept[500], kept[999]]).toEqual([0, 499, 2_500, 2_999]);
  expect(Object.keys(keptMap)).toHaveLength(1_000);
  expect(JSON.stringify(deep)).toBe(`${"[".repeat(14)}"[Too deep]"${"]".repeat(14)}`);
  expect(notes.map(({ kind }) => kind)).toEqual(["trimmed", "trimmed", "trimmed"]);
});

test("a field named __proto__ is dropped", () => {
  const payload = JSON.parse(`{"extra":{"__proto__":{"admin":true},"a":1}}`) as JsonObject;
  expect(scrub(payload)).toMatchObject([{ path: "extra.__proto__", kind: "dropped" }]);
  expect(Object.keys(payload["extra"] as JsonObject)).toEqual(["a"]);
});

test("hostile text costs linear time", () => {
  const texts = ["-eyJaaaaa", "Bearer ", "://a:", "&;?", "-----BEGIN A", "1 ", "?a=&"].map((part) =>
    part.repeat(100_000),
  );
  const started = threadMs();
  for (const text of texts)
    scrub({ extra: Object.fromEntries([...Array(60).keys()].map((key) => [key, text])) });
  expect(threadMs() - started).toBeLessThan(1_500);
});
