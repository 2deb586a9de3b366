import { createHash } from "node:crypto";

/**
 * An order-independent checksum: the sum of SHA-256 hashes, so that each engine can read in its
 * fastest order.
 */
export type Checksum = {
  /** Strings, numbers, bytes, and lists and objects of them. */
  add(item: unknown): void;
  count(): number;
  value(): string;
};

const modulus = 1n << 256n;

export function checksum(): Checksum {
  let [sum, count] = [0n, 0];
  return {
    add(item) {
      sum = (sum + BigInt(`0x${digestOf(item)}`)) % modulus;
      count += 1;
    },
    count: () => count,
    value: () => sum.toString(16).padStart(64, "0"),
  };
}

/**
 * SHA-256 in hexadecimal. PostgreSQL replaces U+0000 of SQLite's texts with U+FFFD: both are
 * treated as equal.
 */
export function digestOf(item: unknown): string {
  const bytes =
    item instanceof Uint8Array
      ? item
      : JSON.stringify(item, bytesAsText).replaceAll("\\u0000", "\uFFFD");
  return createHash("sha256").update(bytes).digest("hex");
}

// A `function` with `this`, because a Buffer converts itself to JSON before a replacer is called.
function bytesAsText(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const given = this[key];
  return given instanceof Uint8Array ? digestOf(given) : value;
}
