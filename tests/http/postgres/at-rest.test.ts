import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import { makeOwner, makeProject } from "#tests/harness/project.ts";
import { pause } from "#tests/harness/spoor.ts";
import { startTwoSpoors, type TwoSpoors } from "#tests/harness/two-spoors.ts";

// Queries of idle processes.

let server: TestPostgres;
let spoor: TwoSpoors;
let sql: postgres.Sql;

beforeAll(async () => {
  server = await startPostgres();
  spoor = await startTwoSpoors(server);
  sql = postgres(spoor.databaseUrl, { max: 1 });
  await makeOwner(spoor);
});
afterAll(async () => {
  await sql.end();
  await spoor.remove();
  await server.stop();
});

/** Connections report their activity within a second. */
const settleMs = 3_000;
const seconds = 5;

async function transactionsPerSecond(): Promise<number> {
  await pause(settleMs);
  const count = async () => {
    const [row] = await sql<{ count: string }[]>`SELECT xact_commit + xact_rollback AS count
      FROM pg_stat_database WHERE datname = current_database()`;
    return Number(row!.count);
  };
  const before = await count();
  await pause(seconds * 1000);
  return ((await count()) - before) / seconds;
}

test("two idle processes query rarely, independent of the number of projects", async () => {
  const eachSecond = () => expect.poll(transactionsPerSecond, { timeout: 50_000, interval: 0 });
  await makeProject(spoor, "first");
  await eachSecond().toBeLessThan(30);
  for (let number = 1; number <= 24; number++) await makeProject(spoor, `more-${number}`);
  // A query per project every two seconds in each process would add 24.
  await eachSecond().toBeLessThan(30);
}, 120_000);
