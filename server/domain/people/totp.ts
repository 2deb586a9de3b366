import { Secret, TOTP } from "otpauth";

/**
 * Codes from an authenticator app (RFC 6238) as every app knows them: SHA-1, 6 digits, 30 seconds. SHA-1 is no weakness
 * here (RFC 4226, appendix B.2), and what apps make of other parameters differs.
 */
const shape = { algorithm: "SHA1", digits: 6, period: 30 } as const;

/** RFC 4226, section 4: at least 128 bits, and 160 are recommended. */
export const totpSecretBytes = 20;

/** As people type it: `JBSWY3DPEHPK3PXP…`. */
export function totpSecretOf(bytes: Uint8Array<ArrayBuffer>): string {
  return new Secret({ buffer: bytes.slice().buffer }).base32;
}

/** What the QR code says. */
export function totpUri(secret: string, email: string, issuer: string): string {
  return new TOTP({ ...shape, issuer, label: email, secret }).toString();
}

/**
 * The number of the step (30 seconds since 1970) that the code belongs to; undefined when it is none of now, the step
 * before and the one after: clocks differ (RFC 6238, 5.2). Whoever takes a code remembers its step and takes it once.
 */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  if (!isTotpCode(code)) return undefined;
  const totp = new TOTP({ ...shape, secret });
  const delta = totp.validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}

export function isTotpCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

/** Codes are read in groups and typed that way. */
export function codeAsTyped(text: string): string {
  return text.replaceAll(/[\s-]/g, "").toLowerCase();
}
