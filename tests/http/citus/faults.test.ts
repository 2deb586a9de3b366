import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { healthyState } from "#server/domain/monitor/health.ts";
import { monitorDefaults } from "#server/domain/monitor/monitor.ts";
import type { User } from "#server/domain/people/person.ts";
import type { Store } from "#server/storage/store.ts";
import { openAlerts } from "#tests/harness/data/alerts.ts";
import { at, startSending, waitForAll } from "#tests/harness/accounted.ts";
import { percentile } from "#tests/bench/figure.ts";
import { type CitusCluster, citusPrograms, startCitus } from "#tests/harness/servers/citus.ts";
import { run } from "#tests/harness/command-line.ts";
import type { PostgresServer } from "#tests/harness/servers/postgres.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { type Receiver, startReceiver } from "#tests/harness/servers/receiver.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { openStoreOf } from "#tests/harness/store-of.ts";
import { signIn, type Visitor } from "#tests/harness/visitor.ts";

// Faults and changes of a real cluster under load: a dying worker and moving shards.

let cluster: CitusCluster;
let databaseUrl: string;
let spoor: Spoor;
let sql: postgres.Sql;
let store: Store;
let receiver: Receiver;
let session: Visitor;
let projects: [TestProject, TestProject];
/** Each attempt of a test uses new projects. */
let tries = 0;

beforeAll(async () => {
  if (!citusPrograms) return;
  cluster = await startCitus();
  databaseUrl = await cluster.create("spoor");
  sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  spoor = await startSpoor({
    environment: { DATABASE_URL: databaseUrl, SPOOR_ALLOW_PRIVATE: "127.0.0.1" },
  });
  store = await openStoreOf(spoor);
  receiver = await startReceiver((_, response) => response.end());
  await makeOwner(spoor);
  session = await signIn(spoor.url, owner);
  projects = await twoProjects("first");
});
afterAll(async () => {
  await sql?.end();
  await store?.close();
  await receiver?.close();
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
  const frames = [{ function: "f", filename: "src/a.ts", lineno: 1, in_app: true }];
  const exception = { values: [{ type, value: "gone", stacktrace: { frames } }] };
  const event = { event_id, platform: "node", exception };
  return (await sendEnvelope(spoor, project, envelopeOf(event))).status;
}

/** Creates two projects on different workers that alert a webhook and assign new issues. */
async function watchedProjects(): Promise<[TestProject, TestProject]> {
  const own = await twoProjects(`watched-${++tries}`);
  const developer = (await store.people.create({
    email: `developer-${tries}@example.org`,
    name: "Developer",
    role: "member",
    passwordHash: "",
    createdAt: Date.now(),
  })) as User;
  for (const { id, slug } of own) {
    const projectId = id as ProjectId;
    await store.people.setMembership(projectId, developer.id, "developer");
    const rules = `path:** ${developer.email}`;
    await store.ownership.write(projectId, { rules, autoAssign: true });
    const alerts = await openAlerts(spoor, { id, slug });
    await alerts.makeRule([alerts.webhook(`${receiver.url}/${slug}`)]);
    await alerts.store.close();
    await makeMonitor(projectId);
  }
  return own;
}

/** Creates a monitor whose run is overdue in seconds. */
function makeMonitor(projectId: ProjectId): Promise<void> {
  const now = Date.now();
  const schedule = { kind: "interval", every: 1, unit: "hour" } as const;
  const named = { projectId, slug: "nightly", name: "Nightly", createdAt: now };
  return store.monitors.transact(async (transaction) => {
    const monitor = (await transaction.make({ ...monitorDefaults, ...named, schedule }))!;
    const environment = {
      monitorId: monitor.id,
      environment: "production",
      health: healthyState,
      lastAt: now - 3_600_000,
      lastStatus: "ok",
      expectedAt: now - 55_000,
    } as const;
    await transaction.putEnvironment(environment, now + 5_000);
  });
}

const incidentsOf = async ({ id }: TestProject) =>
  (await sql`SELECT what FROM monitor_incidents WHERE project_id = ${id}`).map(({ what }) => what);

/** Recipient kind and error type of each notice of a project, sorted. */
async function toldOf({ id }: TestProject): Promise<string[]> {
  const rows = await sql<{ to: string; subject: string }[]>`
    SELECT split_part(recipient, ':', 1) AS to, notice::json ->> 'subject' AS subject FROM notices
    WHERE project_id = ${id}`;
  return rows.map(({ to, subject }) => `${to} ${/\w+Error/.exec(subject)?.[0]}`).toSorted();
}

async function assigneesOf(project: TestProject): Promise<(string | undefined)[]> {
  const page = await project.get("/issues.json?limit=100");
  const { issues } = (await page.json()) as { issues: { assignee: { name: string } | null }[] };
  return issues.map(({ assignee }) => assignee?.name);
}

const typesOf = async (project: TestProject) =>
  (await project.issues()).map(({ title }) => title.split(":")[0]);
const front = async () => (await session.get("/")).text.replaceAll(/<[^>]*>/g, "");

/** Sends events of past days without tables. Returns the IDs. */
async function sendOldEvents(project: TestProject): Promise<string[]> {
  const ids: string[] = [];
  for (const daysAgo of [3, 4, 5]) {
    const event_id = randomUUID().replaceAll("-", "");
    const timestamp = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
    const event = envelopeOf({ event_id, timestamp, message: "old" });
    if ((await sendEnvelope(spoor, project, event)).status === 200) ids.push(event_id);
    await setTimeout(500);
  }
  return ids;
}

/** Moves shards to a new node until nodes are balanced. */
async function moveShards<T>(meanwhile: () => Promise<T>): Promise<T> {
  const node = await cluster.add("spoor");
  const [before] = await sql<{ count: number }[]>`SELECT count(*)::int FROM pg_dist_placement`;
  // Refused while the tables of a day are created.
  const start = () => sql`SELECT citus_rebalance_start(shard_transfer_mode => 'block_writes')`;
  await expect.poll(() => start().catch(() => [])).toHaveLength(1);
  const result = await meanwhile();
  await sql`SELECT citus_rebalance_wait()`;
  const moved =
    await sql`SELECT 1 FROM pg_dist_placement p JOIN pg_dist_node n ON n.groupid = p.groupid
    WHERE n.nodeport = ${node.port}`;
  expect(before!.count).toBeGreaterThan(50);
  expect(moved.length, "shards of one group lie there now").toBeGreaterThan(0);
  return result;
}

describe.skipIf(!citusPrograms)("a Citus cluster", () => {
  test("a dead worker stops only its own projects, which catch up later", async () => {
    const [there, away] = projects;
    for (const project of projects) {
      expect(await send(project, "BeforeError")).toBe(200);
      await expect.poll(() => typesOf(project)).toEqual(["BeforeError"]);
    }
    const port = await portOf(away);
    const worker = cluster.workers.find((node) => node.port === port) as PostgresServer;
    await worker.end("immediate");
    expect(await send(away, "AwayError")).toBe(200);
    for (let number = 0; number < 3; number++) {
      const sentAt = Date.now();
      expect(await send(there, `There${number}Error`)).toBe(200);
      await expect.poll(() => typesOf(there), { interval: 50 }).toContain(`There${number}Error`);
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
    await expect.poll(counts).toBe("AwayError 4,BeforeError 1");
    await expect.poll(front).not.toContain("Unavailable");
  });

  test("a dead worker delays only its own projects' alerts, owners, and monitors", async () => {
    const [there, away] = await watchedProjects();
    const port = await portOf(away);
    const worker = cluster.workers.find((node) => node.port === port)!;
    // Each worker dies with an entry of its log that was stored just before.
    expect(await send(away, "LastError")).toBe(200);
    await expect.poll(() => typesOf(away), { interval: 20 }).toEqual(["LastError"]);
    await worker.end("immediate");
    const path = `/api/${away.id}/cron/nightly/${away.publicKey}?status=ok`;
    expect((await fetch(spoor.url + path)).status).toBe(200);
    for (const type of ["FirstError", "SecondError"]) {
      expect(await send(away, `Away${type}`)).toBe(200);
      expect(await send(there, type)).toBe(200);
      await expect.poll(() => toldOf(there)).toContain(`person ${type}`);
      await expect.poll(() => toldOf(there)).toContain(`rule ${type}`);
    }
    const called = () => receiver.calls.map(({ path }) => path);
    await expect.poll(called).toContain(`/${there.slug}`);
    expect(await assigneesOf(there)).toEqual(["Developer", "Developer"]);
    await expect.poll(() => incidentsOf(there)).toEqual(["missed"]);
    expect(await incidentsOf(away), "its check-in is queued").toEqual([]);

    await cluster.restart(worker);
    const types = ["AwayFirstError", "AwaySecondError", "LastError"];
    const everything = ["person", "rule"].flatMap((to) => types.map((type) => `${to} ${type}`));
    await expect.poll(() => toldOf(away), { timeout: 30_000 }).toEqual(everything);
    expect(await assigneesOf(away)).toEqual(["Developer", "Developer", "Developer"]);
    await expect.poll(called).toContain(`/${away.slug}`);
    expect(await incidentsOf(away)).toEqual([]);
    const before = (await toldOf(there)).length;
    expect(await send(there, "LaterError")).toBe(200);
    for (const to of ["person", "rule"])
      await expect.poll(() => toldOf(there)).toContain(`${to} LaterError`);
    expect(await toldOf(there), "each once").toHaveLength(before + 2);
    expect(await toldOf(away), "each once").toEqual(everything);
  });

  test("adding a node under load loses nothing and delays senders less than a second", async () => {
    const own = await twoProjects(`moved-${++tries}`);
    const sending = own.map((project) =>
      startSending(spoor, at(project, spoor), { senders: 4, most: 10_000, restMs: 50 }),
    );
    // Tables of a day can't be created while shards move.
    const old = await moveShards(() => sendOldEvents(own[0])).finally(() =>
      Promise.all(sending.map((each) => each.stop())),
    );
    sending[0]!.accepted.events.push(...old);
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
