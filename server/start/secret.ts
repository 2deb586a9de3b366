import { createHash, randomBytes } from "node:crypto";
import type { Config } from "#server/config.ts";
import { readKeyFile } from "./key-file.ts";
import type { Store } from "#server/storage/store.ts";

const keyBytes = 32;
/** Where a database has it, base64. */
export const keySetting = "secret-key";

/**
 * The key that seals what a copy of the database must not give away (`commands/sign-in/seal.ts`).
 * With a folder it is a file beside the database. Processes that share a database must have the
 * same one: SPOOR_SECRET_KEY where it is set; else it is made once and is in the database itself,
 * so that nothing has to be set up, and a copy of the whole database includes it.
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
