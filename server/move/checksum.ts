import { createHash } from "node:crypto";

/**
 * Of things in any order: the sum of their SHA-256, so that each engine may read in the order that
 * it is quick in.
 */
export type Checksum = {
  /** Texts, numbers, bytes, and lists and objects of them. */
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
 * SHA-256 in hexadecimal. PostgreSQL's texts have U+FFFD where SQLite's may have U+0000: they count
 * as the same.
 */
export function digestOf(item: unknown): string {
  const bytes =
    item instanceof Uint8Array
      ? item
      : JSON.stringify(item, bytesAsText).replaceAll("\\u0000", "\uFFFD");
  return createHash("sha256").update(bytes).digest("hex");
}

// A function, since a Buffer says what it is in JSON before a replacer is asked.
function bytesAsText(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const given = this[key];
  return given instanceof Uint8Array ? digestOf(given) : value;
}
