import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2);

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane; about 25 ms here, off the main thread. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** `argon2id$memory$passes$parallelism$salt$tag`: the costs travel with the hash, so that they can be raised. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive("argon2id", { message: password, nonce, ...cost });
  const { memory, passes, parallelism } = cost;
  return ["argon2id", memory, passes, parallelism, nonce.toString("base64url"), tag.toString("base64url")].join("$");
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [name, memory, passes, parallelism, nonce, tag] = stored.split("$");
  if (name !== "argon2id" || !nonce || !tag) return false;
  const expected = Buffer.from(tag, "base64url");
  const actual = await derive("argon2id", {
    message: password,
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
  await derive("argon2id", { message: password, nonce: Buffer.alloc(16), ...cost });
  return false;
}
