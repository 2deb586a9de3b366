import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const keyBytes = 32;

/**
 * The key that seals what the database must not give away by itself (`commands/sign-in/seal.ts`): a
 * copy of `spoor.db` alone reads no secret of an authenticator app. It is beside the database and
 * is made at the first start; who has the whole folder has both. Where it is lost, recovery codes
 * and passkeys still work, and codes from apps are set up again.
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
 * Whole or not at all: written aside and renamed. A folder belongs to one server, so no other does
 * the same.
 */
export function writeKeyFile(folder: string, key: Uint8Array): void {
  const path = join(folder, "secret.key");
  const aside = `${path}.new`;
  writeFileSync(aside, key, { mode: 0o600, flush: true });
  renameSync(aside, path);
}
