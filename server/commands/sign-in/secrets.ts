import { createHash, randomBytes } from "node:crypto";

/** 256 random bits, URL-safe. What the holder keeps; storage keeps only `hashSecret` of it. */
export function makeSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** A DSN's public key: 32 hex digits, as every Sentry SDK expects. */
export function makePublicKey(): string {
  return randomBytes(16).toString("hex");
}

/** SHA-256 is enough: the secret has 256 bits of its own, there is nothing to guess. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
