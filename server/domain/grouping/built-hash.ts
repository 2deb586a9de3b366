import { hash } from "node:crypto";
import type { FingerprintHash } from "#server/domain/ids.ts";

/**
 * The fingerprint by which events without a source map find the issue of unminified events. Derived
 * from the hash of the minified stack, but different from it, because minified names collide: two
 * errors with different sources may look equal minified, and must not be merged.
 */
export function builtHash(minified: FingerprintHash): FingerprintHash {
  return hash("sha256", `built\u0000${minified}`, "hex").slice(0, 32) as FingerprintHash;
}
