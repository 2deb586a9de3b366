import postgres from "postgres";
import { afterAll, beforeAll, describe } from "vitest";
import { openPostgresStore } from "#server/storage/postgres/open.ts";
import {
  type CitusCluster,
  citusPrograms,
  resetCitus,
  startCitus,
} from "#tests/harness/servers/citus.ts";
import { storeContract } from "./contract.ts";

// The same contract on a coordinator and two workers if the extension is installed
// (`../shared/citus`).

const options = { process: "contract", connections: 3 };
let cluster: CitusCluster;
let url: string;
let admin: postgres.Sql;

beforeAll(async () => {
  if (!citusPrograms) return;
  cluster = await startCitus();
  url = await cluster.create("contract");
  await (await openPostgresStore(url, options)).close();
  admin = postgres(url, { max: 1 });
});
afterAll(async () => {
  await admin?.end();
  await cluster?.stop();
});

describe.skipIf(!citusPrograms)("a cluster", () =>
  storeContract("Citus", async () => {
    await resetCitus(admin);
    return { open: () => openPostgresStore(url, options), remove: async () => undefined };
  }),
);
