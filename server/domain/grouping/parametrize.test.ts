import { expect, test } from "vitest";
import { threadMs } from "#tests/harness/faults/thread-time.ts";
import { messageKey, parametrize } from "./parametrize.ts";

test.each([
  ["Order 123 of jane@example.com failed", "Order <int> of <email> failed"],
  [
    "GET https://api.example.com/v1/carts/8f1c?x=1 timed out after 3000ms",
    "GET <url> timed out after <duration>",
  ],
  ["connect ECONNREFUSED 127.0.0.1:5432", "connect ECONNREFUSED <ip>:<int>"],
  ["connect to 2001:db8::ff00:42:8329 or ::1", "connect to <ip> or <ip>"],
  ["no row 550e8400-e29b-41d4-a716-446655440000", "no row <uuid>"],
  ["object d41d8cd98f00b204e9800998ecf8427e is gone", "object <hash> is gone"],
  ["commit 14449a7e0c is unknown, at 0xDEADBEEF", "commit <hex> is unknown, at <hex>"],
  ["since 2026-11-21T05:00:00.123Z and 2026-11-20", "since <date> and <date>"],
  ["at Wed Apr 17 22:31:45 2019: late", "at <date>: late"],
  ["at Sat, 21 Nov 2026 05:00:00 GMT it broke", "at <date> it broke"],
  ["getaddrinfo ENOTFOUND db.internal", "getaddrinfo ENOTFOUND <hostname>"],
  ["took 1.5 of -2.25e3", "took <float> of <float>"],
  ["user=42 name='Jane' active=true", "user=<int> name=<quoted> active=<bool>"],
  ["slow query 12.3ms, 4 seconds, 10 min", "slow query <duration>, <duration>, <duration>"],
])("%s → %s", (text, expected) => {
  expect(parametrize(text)).toBe(expected);
});

test.each([
  "Request failed with status code 404",
  "HTTP 503 from upstream",
  "HTTP/1.1 502",
  "[Errno 13] permission denied (errno: 13)",
  "Minified React error #418",
  "exit code 1",
  "Cannot read properties of undefined (reading 'price')",
  "utf8 and x86_64 and sha256 and v2",
  "this.state.items.map is not a function",
  "a:b::c std::vector",
  "divided by zero",
])("%s is kept, as it describes the error rather than the user", (text) => {
  expect(parametrize(text)).toBe(text);
});

test("the first two non-empty lines of a long message count", () => {
  expect(messageKey("\n\nfailed for 7\r\n\n  in step 8\nstack 9")).toBe(
    "failed for <int>\n  in step <int>",
  );
});

test("hostile text costs linear time", () => {
  const texts = ["a-", "a.", "1:", "0.", "a@", "::", "0x", "Jan 1 ", "='", "1 "].map((part) =>
    part.repeat(50_000),
  );
  const started = threadMs();
  for (const text of texts) for (let round = 0; round < 10; round++) messageKey(text);
  expect(threadMs() - started).toBeLessThan(1_000);
});
