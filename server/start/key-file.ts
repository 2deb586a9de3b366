import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const keyBytes = 32;

/**
 * The key that seals secrets in the database (`commands/sign-in/seal.ts`): a copy of `spoor.db`
 * alone reveals no authenticator secret. It is stored next to the database and created at the first
 * start, so the whole folder contains both. If it is lost, recovery codes and passkeys still work,
 * and authenticator codes must be set up again.
 */
export function readKeyFile(folder: string): Buffer {
  const path = join(folder, "secret.key");
  if (!existsSync(path)) writeKeyFile(folder, randomBytes(keyBytes));
  const key = readFileSync(path);
  if (key.length === keyBytes) return key;
  throw new Error(
    `${path} is damaged: it has ${key.length} bytes instead of ${keyBytes}. Restore it from a backup.`,
  );
}

/**
 * Atomic: written to a temporary file and renamed. A folder belongs to one server, so there are no
 * concurrent writers.
 */
export function writeKeyFile(folder: string, key: Uint8Array): void {
  const path = join(folder, "secret.key");
  const aside = `${path}.new`;
  writeFileSync(aside, key, { mode: 0o600, flush: true });
  renameSync(aside, path);
}
