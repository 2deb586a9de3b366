import { expect, test } from "vitest";
import { threadMs } from "#tests/harness/faults/thread-time.ts";
import { presentable } from "./presentable.ts";

test("deprecated names are shown as current ones, which take precedence", () => {
  const old = {
    "http.method": "GET",
    "http.status_code": 200,
    "db.system": "redis",
    "net.peer.name": "db-1",
    "app.x": 1,
  };
  expect(presentable(old, "client")).toEqual({
    "app.x": 1,
    "http.request.method": "GET",
    "http.response.status_code": 200,
    "db.system.name": "redis",
    "server.address": "db-1",
  });
  expect(presentable({ "http.method": "old", "http.request.method": "new" }, "client")).toEqual({
    "http.request.method": "new",
  });
});

test("on a server the peer is the client", () => {
  expect(presentable({ "net.peer.name": "10.1.1.1", "net.host.name": "shop" }, "server")).toEqual({
    "client.address": "10.1.1.1",
    "server.address": "shop",
  });
});

test("a target is a path and a query", () => {
  expect(presentable({ "http.target": "/cart?page=2&token=abc123" }, "server")).toEqual({
    "url.path": "/cart",
    "url.query": "page=2&token=[Filtered]",
  });
});

test.each([
  ["https://jane:secret@shop.example/cart", "https://[Filtered]@shop.example/cart"],
  ["https://jane@shop.example/cart", "https://[Filtered]@shop.example/cart"],
  [
    "https://s3.example/a.png?X-Amz-Signature=aa11&X-Amz-Date=2026",
    "https://s3.example/a.png?X-Amz-Signature=[Filtered]&X-Amz-Date=2026",
  ],
  ["https://s.example/?sig=x%2F&page=2", "https://s.example/?sig=[Filtered]&page=2"],
  [
    "https://s.example/?X-Goog-Signature=1#frag",
    "https://s.example/?X-Goog-Signature=[Filtered]#frag",
  ],
  [
    "https://s.example/?AWSAccessKeyId=1&Signature=2",
    "https://s.example/?AWSAccessKeyId=[Filtered]&Signature=[Filtered]",
  ],
  ["https://s.example/signature/of/the?design=1", "https://s.example/signature/of/the?design=1"],
])("%s", (url, shown) => {
  expect(presentable({ "url.full": url }, "client")["url.full"]).toBe(shown);
  expect(presentable({ "http.url": url }, "client")["url.full"]).toBe(shown);
});

test("any text is searched fast", () => {
  const started = threadMs();
  for (const text of ["a.", "a://", "?sig", "x@", "://a", "=&"])
    presentable({ "url.full": text.repeat(8_000), text: text.repeat(8_000) }, "client");
  expect(threadMs() - started).toBeLessThan(500);
});

test("texts above the limit are truncated", () => {
  const { text } = presentable({ text: "x".repeat(20_000) }, "internal");
  expect(text).toBe(`${"x".repeat(16_381)}...`);
});

test("secrets are scrubbed everywhere, by name and by pattern", () => {
  const attributes = {
    "http.request.header.authorization": ["Bearer abcDEF123ghi456"],
    "http.request.header.accept": ["text/html"],
    "app.user": { password: "hunter22", name: "jane" },
    "db.query.text": "SELECT 1 /* Bearer abcDEF123ghi456 */",
    "gen_ai.usage.input_tokens": 12,
    "session.id": "s-1",
  };
  expect(presentable(attributes, "server")).toEqual({
    ...attributes,
    "http.request.header.authorization": "[Filtered]",
    "app.user": { password: "[Filtered]", name: "jane" },
    "db.query.text": "SELECT 1 /* Bearer [Filtered] */",
  });
});
