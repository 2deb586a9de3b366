import { createHash, randomBytes } from "node:crypto";

/** 256 random bits, URL-safe. Storage keeps only its `hashSecret`. */
export function makeSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** A DSN's public key: 32 hex digits, as every Sentry SDK expects. */
export function makePublicKey(): string {
  return randomBytes(16).toString("hex");
}

/** SHA-256 is enough: the secret has 256 random bits. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
