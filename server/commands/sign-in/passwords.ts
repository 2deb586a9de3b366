import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2);

/**
 * OWASP's second recommendation for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes,
 * one lane; about 25 ms here, off the main thread. Its first, 46 MiB and one pass, is as strong and
 * costs a flood of sign-ins more memory.
 */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/**
 * `argon2id$memory$passes$parallelism$salt$tag`: the costs travel with the hash, so that they can
 * be raised.
 */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive("argon2id", { message: asTyped(password), nonce, ...cost });
  return [prefix, nonce.toString("base64url"), tag.toString("base64url")].join("$");
}

const prefix = ["argon2id", cost.memory, cost.passes, cost.parallelism].join("$");

/**
 * True when the hash was made with other costs than today's: a sign-in is the moment to make it
 * again.
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

/** Takes as long as a real check: an unknown address answers no faster than a wrong password. */
export async function verifyNothing(password: string): Promise<false> {
  await derive("argon2id", { message: asTyped(password), nonce: Buffer.alloc(16), ...cost });
  return false;
}

/**
 * The same characters are the same password however a keyboard composes them (NIST SP 800-63B,
 * 3.1.1.2).
 */
const asTyped = (password: string) => password.normalize("NFKC");
