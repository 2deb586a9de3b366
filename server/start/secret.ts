import { createHash, randomBytes } from "node:crypto";
import type { Config } from "#server/config.ts";
import { readKeyFile } from "./key-file.ts";
import type { Store } from "#server/storage/store.ts";

const keyBytes = 32;
/** Stored in a database as base64. */
export const keySetting = "secret-key";

/**
 * The key that protects secrets in a copy of the database (`commands/sign-in/seal.ts`). With a data
 * folder, it is a file next to the database. Processes that share a database need the same key:
 * SPOOR_SECRET_KEY if set; otherwise, a generated key stored in the database, so that no setup is
 * needed. A copy of the whole database then includes it.
 */
export async function readSecret(
  config: Config,
  store: Pick<Store, "settings">,
): Promise<Uint8Array> {
  const { databaseUrl, dataFolder, secretKey } = config;
  if (secretKey !== undefined) return createHash("sha256").update(secretKey).digest();
  if (databaseUrl === undefined) return readKeyFile(dataFolder);
  return Buffer.from(
    await store.settings.keep(keySetting, randomBytes(keyBytes).toString("base64")),
    "base64",
  );
}
