import { expect, test } from "vitest";
import { threadMs } from "#tests/harness/faults/thread-time.ts";
import { findOwners, type Owned } from "./find-owners.ts";
import { globMatches } from "./glob.ts";
import { readOwnership } from "./rules.ts";

const owners = new Set(["mira@example.com", "tom@example.com"]);

test.each([
  ["src/checkout/**", "src/checkout/cart.ts", true],
  ["src/checkout", "app/src/checkout/cart.ts", true],
  ["src/checkout/", "src/checkout/pay/form.ts", true],
  ["src/*.ts", "src/a.ts", true],
  ["src/*.ts", "src/deep/a.ts", false],
  ["src/**/a.ts", "src/a.ts", true],
  ["/src/a.ts", "app/src/a.ts", false],
  ["src/check", "src/checkout/cart.ts", false],
  ["*.tsx", "app/routes/cart.tsx", true],
  ["**", "", true],
  ["/", "a", false],
])("%s means %s: %s", (pattern, path, expected) => {
  expect(globMatches(pattern, path)).toBe(expected);
});

test("a pattern cannot cause catastrophic matching", () => {
  const startedAt = threadMs();
  expect(globMatches(`${"**/*a*/".repeat(40)}x`, "aaaa/".repeat(2000))).toBe(false);
  expect(globMatches("*a".repeat(150), `${"a".repeat(4000)}b`)).toBe(false);
  expect(threadMs() - startedAt).toBeLessThan(1000);
});

test("the last matching rule decides the owner", () => {
  const { rules, wrong } = readOwnership(
    [
      "# everything",
      "path:** tom@example.com",
      "",
      "path:src/checkout/** Mira@example.com tom@example.com",
      "route:/cart/* mira@example.com",
      'tags.browser:"Mobile Safari" tom@example.com',
    ].join("\r\n"),
    owners,
  );
  expect(wrong).toEqual([]);
  const line = (owned: Partial<Owned>) =>
    findOwners(rules, { paths: [], routes: [], tags: [], ...owned })?.line;
  expect(line({ paths: ["webpack:///./src/checkout/pay.ts?abc"] })).toBe(4);
  expect(line({ paths: ["C:\\shop\\src\\checkout\\pay.ts"], routes: ["GET /cart/:id"] })).toBe(5);
  expect(line({ tags: [["browser", "Mobile Safari"]] })).toBe(6);
  expect(line({ paths: ["lib/a.ts"], tags: [["browser", "Firefox"]] })).toBe(2);
  expect(line({ routes: ["/carts"] })).toBeUndefined();
  expect(rules[1]).toMatchObject({
    says: "path:src/checkout/**",
    owners: ["mira@example.com", "tom@example.com"],
  });
});

test("invalid lines are explained with number and word", () => {
  const text =
    "pth:src mira@example.com\npath:src\npath: tom@example.com\nroute:/a nobody@example.com\npath:ok tom@example.com";
  const { rules, wrong } = readOwnership(text, owners);
  expect(rules.map(({ line }) => line)).toEqual([5]);
  expect(wrong.map(({ line, word }) => [line, word])).toEqual([
    [1, "pth:src"],
    [2, "path:src"],
    [3, "path:"],
    [4, "nobody@example.com"],
  ]);
});
