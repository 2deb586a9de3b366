import { createSeal, type Seal } from "#server/commands/sign-in/seal.ts";
import { readConfig } from "#server/config.ts";
import { readSecret } from "#server/start/secret.ts";
import { openPostgresStore } from "#server/storage/postgres/open.ts";
import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import type { Store } from "#server/storage/store.ts";
import { environmentOf, type Spoor } from "./spoor.ts";

type Place = Pick<Spoor, "dataFolder" | "databaseUrl">;

/** Opens the store of a running instance: its folder or its database. */
export function openStoreOf(
  { dataFolder, databaseUrl }: Place,
  { readonly = false } = {},
): Promise<Store> {
  return databaseUrl
    ? openPostgresStore(databaseUrl, { process: "test", connections: 2 })
    : openSqliteStore(dataFolder, { readonly });
}

/** Its encryption seal, so that tests can store data that it can open. */
export async function sealOf({ dataFolder, databaseUrl }: Place, store: Store): Promise<Seal> {
  const environment = environmentOf(dataFolder, databaseUrl ? { DATABASE_URL: databaseUrl } : {});
  return createSeal(await readSecret(readConfig(environment), store));
}
