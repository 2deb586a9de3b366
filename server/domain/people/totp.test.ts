import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { codeAsTyped, stepOfCode, totpSecretOf, totpUri } from "./totp.ts";

// RFC 6238, appendix B: the secret, and for each time, the last six of its eight SHA-1 digits.
const secret = totpSecretOf(new TextEncoder().encode("12345678901234567890"));

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("the code of second %d is %s, valid one step early or late only", (second, code) => {
  const step = Math.floor(second / 30);
  for (const off of [-1, 0, 1])
    expect(stepOfCode(secret, code, (second + off * 30) * 1000)).toBe(step);
  for (const off of [-2, 2])
    expect(stepOfCode(secret, code, (second + off * 30) * 1000)).toBeUndefined();
});

test("a code must be six digits", () => {
  for (const code of ["", "28708", "2870820", "28708２", "+28708"])
    expect(stepOfCode(secret, code, 59_000)).toBeUndefined();
  expect(codeAsTyped(" 287 082\n")).toBe("287082");
});

test("the QR code's URI names issuer and account with any characters", () => {
  const uri = new URL(totpUri(secret, "ada+1@example.com", "Spoor: shop"));
  expect(`${uri.protocol}//${uri.host}`).toBe("otpauth://totp");
  expect(decodeURIComponent(uri.pathname)).toBe("/Spoor: shop:ada+1@example.com");
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: "Spoor: shop",
    secret,
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
});

test("codes, secrets, and URIs match another library's", () => {
  for (let at = 0; at < 200; at++) {
    const bytes = Uint8Array.from(
      { length: 10 + (at % 23) },
      (_, index) => (at * 37 + index * 101) & 0xff,
    );
    const base32 = totpSecretOf(bytes);
    expect(base32).toBe(new Secret({ buffer: bytes.slice().buffer }).base32);
    const totp = new TOTP({ issuer: "Spoor", label: "ada@example.com", secret: base32 });
    const now = at * 123_456_789;
    expect(stepOfCode(base32, totp.generate({ timestamp: now }), now)).toBe(
      Math.floor(now / 30_000),
    );
    expect(totpUri(base32, "ada@example.com", "Spoor")).toBe(totp.toString());
  }
});
