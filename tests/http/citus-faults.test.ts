import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { at, startSending, waitForAll } from "#tests/harness/accounted.ts";
import { percentile } from "#tests/bench/figure.ts";
import { type CitusCluster, citusPrograms, startCitus } from "#tests/harness/citus.ts";
import { run } from "#tests/harness/command-line.ts";
import type { PostgresServer } from "#tests/harness/postgres.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn, type Visitor } from "#tests/harness/visitor.ts";

// Faults and changes of a real cluster under load: a dying worker and moving shards.

let cluster: CitusCluster;
let databaseUrl: string;
let spoor: Spoor;
let sql: postgres.Sql;
let session: Visitor;
let projects: [TestProject, TestProject];

beforeAll(async () => {
  if (!citusPrograms) return;
  cluster = await startCitus();
  databaseUrl = await cluster.create("spoor");
  sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  spoor = await startSpoor({ environment: { DATABASE_URL: databaseUrl } });
  await makeOwner(spoor);
  session = await signIn(spoor.url, owner);
  projects = await twoProjects("first");
});
afterAll(async () => {
  await sql?.end();
  await spoor?.remove();
  await cluster?.stop();
});

/** Creates two projects on different workers. */
async function twoProjects(name: string): Promise<[TestProject, TestProject]> {
  const first = await makeProject(spoor, name);
  let second: TestProject;
  let number = 1;
  do second = await makeProject(spoor, `${name}-${++number}`);
  while ((await portOf(second)) === (await portOf(first)));
  return [first, second];
}

/** Returns the port of the worker with the project's issues. */
async function portOf({ id }: TestProject): Promise<number> {
  const [row] = await sql<{ port: number }[]>`SELECT n.nodeport AS port FROM pg_dist_placement p
    JOIN pg_dist_node n ON n.groupid = p.groupid
    WHERE p.shardid = get_shard_id_for_distribution_column('issues', ${id}::bigint)`;
  return row!.port;
}

async function send(project: TestProject, type: string): Promise<number> {
  const event_id = randomUUID().replaceAll("-", "");
  const exception = { values: [{ type, value: "gone" }] };
  return (await sendEnvelope(spoor, project, envelopeOf({ event_id, exception }))).status;
}

const typesOf = async (project: TestProject) =>
  (await project.issues()).map(({ title }) => title.split(":")[0]);
const front = async () => (await session.get("/")).text.replaceAll(/<[^>]*>/g, "");

let tries = 0;

/** Moves shards to a new node until nodes are balanced. */
async function moveShards(): Promise<void> {
  const node = await cluster.add("spoor");
  const [before] = await sql<{ count: number }[]>`SELECT count(*)::int FROM pg_dist_placement`;
  await sql`SELECT citus_rebalance_start(shard_transfer_mode => 'block_writes')`;
  await sql`SELECT citus_rebalance_wait()`;
  const moved =
    await sql`SELECT 1 FROM pg_dist_placement p JOIN pg_dist_node n ON n.groupid = p.groupid
    WHERE n.nodeport = ${node.port}`;
  expect(before!.count).toBeGreaterThan(50);
  expect(moved.length, "shards of one group lie there now").toBeGreaterThan(0);
}

describe.skipIf(!citusPrograms)("a Citus cluster", () => {
  test("a dead worker stops only its own projects, which catch up later", async () => {
    const [there, away] = projects;
    for (const project of projects) {
      expect(await send(project, "BeforeError")).toBe(200);
      await expect.poll(() => typesOf(project), { timeout: 10_000 }).toEqual(["BeforeError"]);
    }
    const port = await portOf(away);
    const worker = cluster.workers.find((node) => node.port === port) as PostgresServer;
    await worker.end("immediate");
    expect(await send(away, "AwayError")).toBe(200);
    for (let number = 0; number < 3; number++) {
      const sentAt = Date.now();
      expect(await send(there, `There${number}Error`)).toBe(200);
      await expect
        .poll(() => typesOf(there), { timeout: 10_000, interval: 50 })
        .toContain(`There${number}Error`);
      expect(Date.now() - sentAt, "stored and shown").toBeLessThan(2_000);
      expect(await send(away, "AwayError")).toBe(200);
    }
    const page = await session.get("/");
    expect(page.status).toBe(200);
    expect(await front()).toMatch(new RegExp(`Unavailable: ${away.slug}[,.]`));
    expect((await session.get(`/${away.slug}/issues`)).status).toBe(503);
    expect((await session.get(`/${there.slug}/issues`)).status).toBe(200);
    const storage = await session.get("/settings/storage");
    expect([storage.status, storage.text]).toEqual([
      503,
      expect.stringContaining("a node of the database cluster does not respond"),
    ]);
    const doctor = await run(["doctor"], spoor.dataFolder, { DATABASE_URL: databaseUrl });
    expect([doctor.code, doctor.stdout]).toEqual([
      1,
      expect.stringMatching(
        /^FAIL database: PostgreSQL at .*Node \d+ of the cluster does not respond/m,
      ),
    ]);
    const migrated = await run(["migrate"], spoor.dataFolder, { DATABASE_URL: databaseUrl });
    expect([migrated.stderr, migrated.stdout]).toEqual([
      "",
      expect.stringContaining(" 0 of them new. Workers: 2."),
    ]);
    // Jobs of all projects fail several times a second meanwhile.
    expect(spoor.output()).not.toContain("The job");

    await cluster.restart(worker);
    const counts = async () =>
      (await away.issues().catch(() => []))
        .map(({ title, count }) => `${title.split(":")[0]} ${count}`)
        .join();
    await expect.poll(counts, { timeout: 20_000 }).toBe("AwayError 4,BeforeError 1");
    await expect.poll(front).not.toContain("Unavailable");
  });

  test("adding a node under load loses nothing and delays senders less than a second", async () => {
    // Each attempt uses new projects.
    const own = await twoProjects(`moved-${++tries}`);
    const sending = own.map((project) =>
      startSending(spoor, at(project, spoor), { senders: 4, most: 10_000, restMs: 50 }),
    );
    try {
      await moveShards();
    } finally {
      await Promise.all(sending.map((each) => each.stop()));
    }
    const waitedMs = sending.flatMap((each) => each.waitedMs);
    expect(waitedMs.length).toBeGreaterThan(200);
    expect(percentile(waitedMs, 99), "p99 of senders while shards moved").toBeLessThan(1_000);
    for (const { statuses, accepted } of sending) {
      expect([...statuses]).toEqual([200]);
      expect(accepted.events.length).toBeGreaterThan(20);
    }
    for (const [index, project] of own.entries())
      await waitForAll(spoor, at(project, spoor), sending[index]!.accepted);
  });
});
