import { expect, test } from "vitest";
import { isOfDomain, provesTwoFactors } from "./provider-sign-in.ts";

test.each([
  [[], undefined, false],
  [["pwd"], undefined, false],
  [["pwd", "pin"], "urn:mace:incommon:iap:silver", false],
  [["pwd", "otp"], undefined, true],
  [["hwk", "fpt"], undefined, true],
  [["mfa"], undefined, true],
  [["user", "rba"], undefined, false],
  [[], "phr", true],
  [[], "https://refeds.org/profile/mfa", true],
])("methods %j at level %s are two factors: %s", (methods, level, expected) => {
  expect(provesTwoFactors({ methods, ...(level !== undefined && { level }) })).toBe(expected);
});

test("a domain matches completely, in any case", () => {
  expect(isOfDomain("ada@Example.com", ["example.com"])).toBe(true);
  expect(isOfDomain("ada@sub.example.com", ["example.com"])).toBe(false);
  expect(isOfDomain("ada@notexample.com", ["example.com"])).toBe(false);
  expect(isOfDomain("ada@example.com@evil.com", ["example.com"])).toBe(false);
  expect(isOfDomain("ada@anything.org", ["*"])).toBe(true);
  expect(isOfDomain("ada@anything.org", [])).toBe(false);
});
