import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { connectDatabase, type Database, type Query } from "#server/storage/postgres/database.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";

// A driver's uncaught error after a lost connection would end the run.

let server: TestPostgres;
let database: Database;
let other: Database;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());
beforeEach(async () => {
  const url = await server.create();
  database = connectDatabase(url, 2);
  other = connectDatabase(url, 1);
  await other.query("CREATE TABLE marks (mark bigint)");
});
afterEach(() => Promise.all([database.close(), other.close()]));

const insert = "INSERT INTO marks VALUES ($1)";
const marks = async () =>
  (await other.query<{ mark: number }>("SELECT mark FROM marks ORDER BY mark")).map(
    ({ mark }) => mark,
  );

/** Kills the server process of the transaction's connection. */
async function killBackEnd(query: Query): Promise<() => Promise<unknown>> {
  const [row] = await query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return () => other.query("SELECT pg_terminate_backend($1::int, 5000)", row!.pid);
}

const deaths: [
  when: string,
  dying: (query: Query, kill: () => Promise<unknown>) => Promise<unknown>,
][] = [
  [
    "between two statements",
    (query, kill) =>
      kill()
        .then(() => setTimeout(50))
        .then(() => query(insert, 2)),
  ],
  [
    "in one",
    (query, kill) => Promise.all([query("SELECT pg_sleep(9)"), setTimeout(50).then(kill)]),
  ],
  [
    "before statements that wait to be sent",
    (query, kill) =>
      Promise.all([
        query("SELECT pg_sleep($1::float)", 9),
        ...[3, 4, 5].map((mark) => query(`${insert} -- ${mark}`, mark)),
        setTimeout(50).then(kill),
      ]),
  ],
  ["before its end", (_, kill) => kill().then(() => setTimeout(50))],
];

test.each(deaths)(
  "a connection lost %s: the transaction repeats and is stored once",
  async (_, dying) => {
    let tries = 0;
    await database.transaction(async (query) => {
      await query(insert, 1);
      if (tries++ === 0) await dying(query, await killBackEnd(query));
    });
    expect([tries, await marks()]).toEqual([2, [1]]);
    // Uses both connections.
    const sums = await Promise.all(
      [1, 2, 3, 4].map((n) => database.query<{ n: number }>("SELECT $1::bigint AS n", n)),
    );
    expect(sums.map(([row]) => row!.n)).toEqual([1, 2, 3, 4]);
  },
);

test("calls after a lost transaction change nothing", async () => {
  let tries = 0;
  let late: Promise<unknown> = Promise.resolve();
  await database.transaction(async (query) => {
    if (tries++ > 0) return;
    const kill = await killBackEnd(query);
    late = setTimeout(200).then(() => query(insert, 6));
    late.catch(() => undefined);
    await Promise.all([query("SELECT pg_sleep(9)"), kill()]);
  });
  await database.transaction(() => setTimeout(300));
  await expect(late).rejects.toThrow("The transaction has ended.");
  expect(await marks()).toEqual([]);
});

test("a failed statement fails its transaction even unawaited; the connection stays usable", async () => {
  const careless = database.transaction(async (query) => {
    await query(insert, 1);
    await query("SELECT 1 / 0").catch(() => undefined);
  });
  await expect(careless).rejects.toThrow("division by zero");
  const forgotten = database.transaction(async (query) => {
    await query(insert, 1);
    void query("SELECT 1 / 0").catch(() => undefined);
  });
  await expect(forgotten).rejects.toThrow("division by zero");
  const own = database.transaction(async (query) => {
    await query(insert, 1);
    throw new Error("changed my mind");
  });
  await expect(own).rejects.toThrow("changed my mind");
  await database.transaction((query) => query(insert, 2));
  expect(await marks()).toEqual([2]);
});

test("work beyond the number of connections queues, and open work finishes on close", async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, mark) =>
      database.transaction(async (query) => {
        await query(insert, mark);
        await setTimeout(5);
        await query(insert, mark);
      }),
    ),
  );
  expect(await marks()).toHaveLength(40);
  const last = database.transaction(async (query) => {
    await query(insert, 99);
    await setTimeout(200);
    await query(insert, 99);
  });
  await setTimeout(50);
  const closing = database.close();
  await expect(database.query("SELECT 1")).rejects.toThrow("closed");
  await Promise.all([last, closing]);
  expect(await marks()).toHaveLength(42);
});

test("a transaction without statements is ended after a minute", async () => {
  const asked = "SELECT current_setting('idle_in_transaction_session_timeout') AS most";
  expect(await database.transaction((query) => query<{ most: string }>(asked))).toEqual([
    { most: "1min" },
  ]);
});
