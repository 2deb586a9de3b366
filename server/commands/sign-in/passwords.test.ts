import { expect, test } from "vitest";
import { hashPassword, isOutdated, verifyPassword } from "./passwords.ts";

test("passwords compare in normalized form", async () => {
  const stored = await hashPassword("correct hörse battery");
  expect(await verifyPassword("correct ho\u0308rse battery", stored)).toBe(true);
  expect(await verifyPassword("correct horse battery", stored)).toBe(false);
});

test("a hash stores its cost; other costs verify and count as outdated", async () => {
  const cheaper =
    "argon2id$8$1$1$AAAAAAAAAAAAAAAAAAAAAA$x7WLzJ5DSqMHpDrzIEYEmWYaIqNeP8R-vCbkIGPGPP8";
  expect(isOutdated(cheaper)).toBe(true);
  expect(await verifyPassword("anything at all", cheaper)).toBe(false);
  expect(isOutdated(await hashPassword("correct horse battery"))).toBe(false);
});
