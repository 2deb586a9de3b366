import { expect, test } from "vitest";
import { originOf } from "./origin-of.ts";

test("accepts only a host and a port", () => {
  expect(originOf("https", "spoor.example:8443")).toBe("https://spoor.example:8443");
  expect(originOf("http", "spoor.example/path?query")).toBe("http://spoor.example");
});

test("an invalid Host becomes localhost", () => {
  expect(originOf("http", "a b")).toBe("http://localhost");
  expect(originOf("https", undefined)).toBe("https://localhost");
});
