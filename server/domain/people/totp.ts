import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Codes of authenticator apps (RFC 6238) with the parameters that every app supports: SHA-1, 6
 * digits, 30 seconds. SHA-1 is no weakness here (RFC 4226, appendix B.2), and apps differ with
 * other parameters.
 */
const digits = 6;
const periodMs = 30_000;

/** RFC 4226, section 4: at least 128 bits; 160 are recommended. */
export const totpSecretBytes = 20;

/** For manual entry: `JBSWY3DPEHPK3PXP…` (RFC 4648, base 32 without padding). */
export function totpSecretOf(bytes: Uint8Array<ArrayBuffer>): string {
  let text = "";
  let [bits, value] = [0, 0];
  for (const byte of bytes) {
    value = ((value & 0xff) << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(value >>> (bits - 5)) & 31];
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Content of the QR code (Key URI Format). */
export function totpUri(secret: string, email: string, issuer: string): string {
  const name = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  const said = [
    `issuer=${encodeURIComponent(issuer)}`,
    `secret=${secret}`,
    "algorithm=SHA1",
    `digits=${digits}`,
  ];
  return `otpauth://totp/${name}?${said.join("&")}&period=${periodMs / 1000}`;
}

/**
 * The code's step number (30 seconds since 1970); undefined if it matches none of the current,
 * previous, and next step, because clocks differ (RFC 6238, 5.2). The step of an accepted code is
 * stored, so that it is accepted once.
 */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  if (!isTotpCode(code)) return undefined;
  const key = bytesOfSecret(secret);
  const present = Math.floor(now / periodMs);
  const typed = Buffer.from(code);
  return [present, present - 1, present + 1].find((step) => {
    return step >= 0 && timingSafeEqual(Buffer.from(codeOfStep(key, step)), typed);
  });
}

/** RFC 4226, 5.3: 31 bits of the step number's MAC, at the offset in its last four bits. */
function codeOfStep(key: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", key).update(counter).digest();
  const number = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

function bytesOfSecret(secret: string): Uint8Array {
  const bytes: number[] = [];
  let [bits, value] = [0, 0];
  for (const letter of secret) {
    value = ((value & 0xff) << 5) | Math.max(0, alphabet.indexOf(letter));
    bits += 5;
    if (bits >= 8) bytes.push((value >>> (bits -= 8)) & 0xff);
  }
  return Uint8Array.from(bytes);
}

function isTotpCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

/** Codes are shown in groups, and typed that way. */
export function codeAsTyped(text: string): string {
  return text.replaceAll(/[\s-]/g, "").toLowerCase();
}
