import { expect, test } from "vitest";
import { isRecoveryCode, recoveryCodeOf } from "./recovery-code.ts";
import { codeAsTyped } from "./totp.ts";

test("ten bytes become sixteen letters in groups of four, using every bit", () => {
  expect(recoveryCodeOf(new Uint8Array(10))).toBe("aaaa-aaaa-aaaa-aaaa");
  expect(recoveryCodeOf(new Uint8Array(10).fill(255))).toBe("9999-9999-9999-9999");
  const oneBit = Array.from({ length: 80 }, (_, bit) => {
    const bytes = new Uint8Array(10);
    bytes[bit >> 3] = 128 >> (bit & 7);
    return recoveryCodeOf(bytes);
  });
  expect(new Set(oneBit).size).toBe(80);
});

test("a code is recognized in any notation, and nothing else is", () => {
  const code = recoveryCodeOf(new Uint8Array(10).map((_, index) => index * 25));
  for (const typed of [
    code,
    code.toUpperCase(),
    code.replaceAll("-", " "),
    ` ${code.replaceAll("-", "")}\n`,
  ])
    expect(isRecoveryCode(codeAsTyped(typed)), typed).toBe(true);
  for (const typed of ["", "123456", code.slice(1), `${code}a`, code.replace(/^./, "l")])
    expect(isRecoveryCode(codeAsTyped(typed)), typed).toBe(false);
});
