import { expect, test } from "vitest";
import { isAllowedOrigin, parseAllowedOrigins } from "./allowed-origin.ts";

test("origins are read as browsers write them", () => {
  expect(
    parseAllowedOrigins("https://Shop.example:443/ignored\n*.Example.com, http://localhost:5173"),
  ).toEqual({
    origins: ["https://shop.example", "*.example.com", "http://localhost:5173"],
  });
  expect(parseAllowedOrigins(" \n")).toEqual({ origins: [] });
  for (const wrong of ["shop.example", "*", "*.", "https://", "file:///etc", "*.*.example", "null"])
    expect(parseAllowedOrigins(wrong)).toEqual({ wrong });
});

test.each([
  ["https://shop.example", true],
  ["https://shop.example/cart?x=1", true],
  ["http://shop.example", false],
  ["https://shop.example:8443", false],
  ["https://shop.example.evil.test", false],
  ["https://a.b.example.com:8443", true],
  ["https://example.com", false],
  ["https://evilexample.com", false],
  ["null", false],
  ["", false],
  [undefined, true],
])("a request from %s", (said, allowed) => {
  expect(isAllowedOrigin(said, ["https://shop.example", "*.example.com"])).toBe(allowed);
});

test("an empty list allows every origin", () => {
  expect(isAllowedOrigin("null", [])).toBe(true);
});
