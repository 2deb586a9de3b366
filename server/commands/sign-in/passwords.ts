import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2);

/**
 * OWASP's second recommendation for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes,
 * one lane; about 25 ms here, off the main thread. The first one, 46 MiB and one pass, is equally
 * strong but uses more memory during a flood of sign-ins.
 */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/**
 * `argon2id$memory$passes$parallelism$salt$tag`: includes the cost parameters, so that they can be
 * raised.
 */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive("argon2id", { message: asTyped(password), nonce, ...cost });
  return [prefix, nonce.toString("base64url"), tag.toString("base64url")].join("$");
}

const prefix = ["argon2id", cost.memory, cost.passes, cost.parallelism].join("$");

/**
 * True if the hash has different cost parameters than the current ones. It is renewed at sign-in.
 */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(`${prefix}$`);
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [name, memory, passes, parallelism, nonce, tag] = stored.split("$");
  if (name !== "argon2id" || !nonce || !tag) return false;
  const expected = Buffer.from(tag, "base64url");
  const actual = await derive("argon2id", {
    message: asTyped(password),
    nonce: Buffer.from(nonce, "base64url"),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}

/** Takes as long as a real check, so that unknown addresses aren't detectable by timing. */
export async function verifyNothing(password: string): Promise<false> {
  await derive("argon2id", { message: asTyped(password), nonce: Buffer.alloc(16), ...cost });
  return false;
}

/**
 * The same characters are the same password regardless of how a keyboard composes them (NIST SP
 * 800-63B, 3.1.1.2).
 */
const asTyped = (password: string) => password.normalize("NFKC");
