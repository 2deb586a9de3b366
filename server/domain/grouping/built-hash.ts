import { hash } from "node:crypto";
import type { FingerprintHash } from "#server/domain/ids.ts";

/**
 * Under which fingerprint an issue of un-minified events is known to events whose map is missing:
 * made of the hash that the stack has as the browser ran it. It is another hash than that, because
 * minified names collide: two errors that are told apart by their source may look the same
 * minified, and must not be joined by it.
 */
export function builtHash(minified: FingerprintHash): FingerprintHash {
  return hash("sha256", `built\u0000${minified}`, "hex").slice(0, 32) as FingerprintHash;
}
