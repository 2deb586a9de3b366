import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createSeal } from "./seal.ts";

const seal = createSeal(randomBytes(32));

test("sealed data opens only for its purpose and key", () => {
  const sealed = seal.close("totp 1", "JBSWY3DP é");
  expect(seal.open("totp 1", sealed)).toBe("JBSWY3DP é");
  expect(seal.open("totp 2", sealed)).toBeUndefined();
  expect(createSeal(randomBytes(32)).open("totp 1", sealed)).toBeUndefined();
});

test("equal data seals differently, and any changed bit is detected", () => {
  const sealed = seal.close("step", "the text");
  expect(seal.close("step", "the text")).not.toBe(sealed);
  const bytes = Buffer.from(sealed, "base64url");
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes);
    changed[index]! ^= 1;
    expect(seal.open("step", changed.toString("base64url"))).toBeUndefined();
  }
});

test("foreign data does not open", () => {
  for (const text of [
    "",
    "x",
    "!!!",
    randomBytes(27).toString("base64url"),
    randomBytes(200).toString("base64url"),
  ])
    expect(seal.open("step", text)).toBeUndefined();
});
