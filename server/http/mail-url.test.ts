import { expect, test } from "vitest";
import { mailUrlOf } from "./mail-url.ts";

const at = { protocol: "http", localAddress: "192.168.1.5", localPort: 3000 };
const own = { ...at, localAddress: "::ffff:127.0.0.1" };

test("SPOOR_URL takes precedence over the request", () => {
  expect(mailUrlOf({ ...at, host: "evil.example" }, "/base", "https://spoor.example/base")).toBe(
    "https://spoor.example/base",
  );
});

test.each([
  [{ ...at, host: "192.168.1.5:3000" }, "http://192.168.1.5:3000/base"],
  [{ ...own, host: "localhost:3000" }, "http://localhost:3000/base"],
  [{ ...own, host: "127.0.0.1:3000" }, "http://127.0.0.1:3000/base"],
  [{ ...own, localAddress: "::1", host: "[::1]:3000" }, "http://[::1]:3000/base"],
  [{ ...own, localPort: 80, host: "127.0.0.1" }, "http://127.0.0.1/base"],
])("without SPOOR_URL, the connection's address is used: %o", (arrival, url) => {
  expect(mailUrlOf(arrival, "/base")).toBe(url);
});

test.each([
  "evil.example",
  "evil.example:3000",
  "localhost:3000",
  "192.168.1.5:3000@evil.example",
  "192.168.1.5:3000/@evil.example",
  "192.168.1.5:3001",
  "192.168.1.5",
  "192.168.1.50:3000",
  "",
  undefined,
])("another host is never used: %s", (host) => {
  expect(mailUrlOf({ ...at, host }, "")).toBeUndefined();
});
