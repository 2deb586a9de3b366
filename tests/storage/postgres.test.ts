import { afterAll, beforeAll } from "vitest";
import { openPostgresStore } from "#server/storage/postgres/open.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import { storeContract } from "./contract.ts";

const options = { process: "contract", connections: 3 };
let server: TestPostgres;
let url: string;

beforeAll(async () => {
  server = await startPostgres();
  url = await server.create();
  await (await openPostgresStore(url, options)).close();
});
afterAll(() => server.stop());

storeContract("PostgreSQL", async () => {
  await server.reset(url);
  return { open: () => openPostgresStore(url, options), remove: async () => undefined };
});
