import { encode } from "uqr";
import { expect, test } from "vitest";
import { qrCode } from "./qr-code.ts";

test("the path fills the dark modules and no others", () => {
  const text = "otpauth://totp/Spoor:ada@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Spoor";
  const { size, path } = qrCode(text);
  const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g))
    drawn[Number(y)]!.fill(true, Number(x), Number(x) + Number(width));
  expect(drawn).toEqual(encode(text, { ecc: "M", border: 4 }).data);
  expect(path.replaceAll(/M\d+ \d+h\d+v1H\d+z/g, "")).toBe("");
});
