import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import postgres from "postgres";
import { slowdown } from "#tests/harness/faults/slowdown.ts";
import { waitForAll } from "#tests/harness/accounted.ts";
import {
  newCluster,
  type PostgresServer,
  startServer,
  urlOf,
} from "#tests/harness/servers/postgres.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  projectOn,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { openStoreOf } from "#tests/harness/store-of.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

/** A PostgreSQL server of this test that stops and starts at the same address. */
async function startCluster() {
  const folder = newCluster();
  const settings = ["-c", "fsync=off"];
  let server: PostgresServer | undefined = await startServer(folder, settings);
  const { port } = server;
  const admin = postgres(urlOf(port, "postgres"), { max: 1 });
  await admin.unsafe("CREATE DATABASE spoor");
  await admin.end();
  const stop = async () => {
    await server?.end("fast");
    server = undefined;
  };
  endings.push(() => rm(folder, { recursive: true }));
  endings.push(stop);
  return {
    url: urlOf(port, "spoor"),
    server: () => server!,
    stop,
    start: async () => void (server = await startServer(folder, settings, port)),
  };
}

type Cluster = Awaited<ReturnType<typeof startCluster>>;

async function startWith(
  cluster: Cluster,
  environment: Record<string, string> = {},
): Promise<Spoor> {
  const spoor = await startSpoor({ environment: { DATABASE_URL: cluster.url, ...environment } });
  endings.push(() => spoor.remove());
  await makeOwner(spoor);
  return spoor;
}

async function restart(spoor: Spoor): Promise<Spoor> {
  const again = await spoor.restart();
  endings.push(() => again.remove());
  return again;
}

const projectIn = async (spoor: Spoor, slug: string): Promise<TestProject> =>
  makeProject(spoor, slug);

async function send(
  spoor: Spoor,
  project: TestProject,
  message = "while it is away",
): Promise<[string, number]> {
  const event_id = randomUUID().replaceAll("-", "");
  const answer = await sendEnvelope(spoor, project, envelopeOf({ event_id, message }));
  await answer.text();
  return [event_id, answer.status];
}

async function sendKept(spoor: Spoor, project: TestProject): Promise<string> {
  const [id, status] = await send(spoor, project);
  expect(status, `an event of ${project.slug}`).toBe(200);
  return id;
}

type Ready = {
  status: number;
  waiting: { requests: number; seconds: number };
  database?: { awaySince: string; takesEvents: boolean };
  troubles?: string[];
};

async function ready(spoor: Spoor): Promise<Ready> {
  const answer = await fetch(`${spoor.url}/readyz`);
  return { ...((await answer.json()) as Ready), status: answer.status };
}

const snapshotOf = (spoor: Spoor) => join(spoor.dataFolder, "senders.jsonl");

/** Waits until the process has stored admission data of these projects. */
async function known(spoor: Spoor, ...projects: TestProject[]): Promise<void> {
  const read = () => (existsSync(snapshotOf(spoor)) ? readFile(snapshotOf(spoor), "utf8") : "");
  for (const { publicKey } of projects) await expect.poll(read).toContain(publicKey);
}

const away = (spoor: Spoor) =>
  expect.poll(async () => (await ready(spoor)).database?.takesEvents).toBe(true);

test("without the database, events of every active key are accepted, even after a restart", async () => {
  const cluster = await startCluster();
  const spoor = await startWith(cluster);
  const [busy, quiet, limited] = [
    await projectIn(spoor, "busy"),
    await projectIn(spoor, "quiet"),
    await projectIn(spoor, "limited"),
  ];
  const store = await openStoreOf(spoor);
  const filters = { messages: ["noise*"] };
  await store.projects.changeSettings(limited.id as never, {
    quotas: { eventsPerDay: 1_000 },
    filters,
  });
  await store.close();
  const busyIds = [await sendKept(spoor, busy)];
  await known(spoor, busy, quiet, limited);
  await expect.poll(() => readFile(snapshotOf(spoor), "utf8")).toContain('"eventsPerDay":1000');
  expect(statSync(snapshotOf(spoor)).mode & 0o777).toBe(0o600);

  await cluster.stop();
  const stoppedAt = Date.now();
  const quietIds = [await sendKept(spoor, quiet)];
  const firstWaitingAt = Date.now();
  busyIds.push(await sendKept(spoor, busy));
  const limitedIds = [await sendKept(spoor, limited)];
  await away(spoor);
  const stopped = await ready(spoor);
  expect(stopped.status).toBe(200);
  expect(Math.abs(Date.parse(stopped.database!.awaySince) - stoppedAt)).toBeLessThan(10_000);
  expect(stopped.troubles!.join()).toContain("has not responded since");
  const age = async () =>
    (await ready(spoor)).waiting.seconds - (Date.now() - firstWaitingAt) / 1000;
  await expect
    .poll(age, { message: "the batch that is tried again counts as waiting" })
    .toBeGreaterThan(-1.5);
  const metrics = await (await fetch(`${spoor.url}/metrics`)).text();
  const { awaySince } = (await ready(spoor)).database!;
  expect(metrics).toContain(
    `spoor_trouble_since_seconds{kind="database-away"} ${Date.parse(awaySince) / 1000}`,
  );
  const [, invented] = await send(spoor, { ...quiet, publicKey: "0".repeat(32) });
  expect(invented, "a key that nobody knows may be a new one").toBe(503);
  const page = await fetch(`${spoor.url}/quiet/issues`, {
    headers: { accept: "text/html", authorization: `Bearer ${quiet.token}` },
  });
  expect(page.status).toBe(503);
  expect(await page.text()).toContain("reach its database");

  expect(await spoor.stop()).toBe(0);
  let again = await restart(spoor);
  expect((await ready(again)).database?.takesEvents).toBe(true);
  quietIds.push(await sendKept(again, quiet));
  limitedIds.push(await sendKept(again, limited));
  expect((await send(again, limited, "noise that the project filters"))[1]).toBe(200);
  const asked = Date.now();
  expect(await again.stop(), "it ends without its database, too").toBe(0);
  expect(Date.now() - asked, "and waits for nothing that cannot happen").toBeLessThan(9_000);
  again = await restart(again);
  busyIds.push(await sendKept(again, busy));
  await again.kill();
  again = await restart(again);
  busyIds.push(await sendKept(again, busy));
  quietIds.push(await sendKept(again, quiet));
  const front = await fetch(`${again.url}/login`, { headers: { accept: "text/html" } });
  expect([front.status, front.headers.get("retry-after")]).toEqual([503, "30"]);
  expect(await front.text()).toContain("reach its database");
  expect((await ready(again)).status).toBe(200);
  const waited = async () => (await ready(again)).waiting.seconds - (Date.now() - stoppedAt) / 1000;
  await expect
    .poll(waited, { message: "since the oldest came, and not since the restart" })
    .toBeGreaterThan(-3);

  await cluster.start();
  for (const [project, events] of [
    [busy, busyIds] as const,
    [quiet, quietIds] as const,
    [limited, limitedIds] as const,
  ])
    await waitForAll(again, projectOn(again, project), { events, traces: [] });
  await expect.poll(() => ready(again)).toMatchObject({ status: 200, waiting: { requests: 0 } });
  expect((await ready(again)).database).toBeUndefined();
  const after = await openStoreOf(again);
  const filtered = (await after.outcomes.read(limited.id as never, 0)).filter(
    ({ outcome }) => outcome === "filtered",
  );
  expect(filtered, "filtered by what the process knew").toMatchObject([
    { reason: "message pattern", quantity: 1 },
  ]);
  await after.close();
}, 120_000);

test("/readyz and /metrics report the oldest request and the start of the outage", async () => {
  const cluster = await startCluster();
  const spoor = await startWith(cluster);
  const project = await projectIn(spoor, "shop");
  await sendKept(spoor, project);
  await known(spoor, project);
  await project.waitForIssues(1);
  await cluster.stop();
  const stoppedAt = Date.now();
  await sendKept(spoor, project);
  const waitsSince = Date.now();
  await away(spoor);
  await pause(4_000);
  const metric = async (name: string) => {
    const text = await (await fetch(`${spoor.url}/metrics`)).text();
    return Number(new RegExp(`^${name.replace(/[{}]/g, "\\$&")} (.+)$`, "m").exec(text)?.[1]);
  };
  const { waiting, database } = await ready(spoor);
  const age = await metric("spoor_queue_age_seconds");
  // Reported once per second, and the request took some time.
  const [least, most] = [
    (Date.now() - waitsSince) / 1000 - 2,
    (Date.now() - stoppedAt) / 1000 + 0.5,
  ];
  expect(least).toBeGreaterThan(2);
  for (const told of [waiting.seconds, age]) {
    expect(told).toBeGreaterThan(least);
    expect(told).toBeLessThan(most);
  }
  const awaySince = Date.parse(database!.awaySince) / 1000;
  expect(Math.abs(awaySince - stoppedAt / 1000) / slowdown()).toBeLessThan(6);
  expect(await metric('spoor_trouble_since_seconds{kind="database-away"}')).toBe(awaySince);
  await cluster.start();
  await expect.poll(() => metric("spoor_queue_age_seconds")).toBe(0);
  expect((await ready(spoor)).database).toBeUndefined();
}, 60_000);

test("a revoked key is refused once the database answers", async () => {
  const cluster = await startCluster();
  const spoor = await startWith(cluster);
  const project = await projectIn(spoor, "shop");
  await known(spoor, project);
  expect(await spoor.stop()).toBe(0);
  const store = await openStoreOf(spoor);
  await store.keys.revoke(
    { projectId: project.id as never, publicKey: project.publicKey },
    Date.now(),
  );
  await store.close();
  await cluster.stop();
  const again = await restart(spoor);
  await cluster.start();
  await expect.poll(async () => (await ready(again)).database).toBeUndefined();
  await pause(1_100);
  expect((await send(again, project))[1]).toBe(403);
  await expect.poll(() => readFile(snapshotOf(again), "utf8")).not.toContain(project.publicKey);
  await cluster.stop();
  await away(again);
  expect((await send(again, project))[1], "in the next outage it is not known").toBe(503);
}, 90_000);

/** Simulates a vanished machine: connections stay open without responses. */
function signalAll({ process: { pid } }: PostgresServer, signal: "SIGSTOP" | "SIGCONT"): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .trim()
    .split(/\s+/)
    .filter(Boolean);
  for (const each of [pid!, ...children.map(Number)]) process.kill(each, signal);
}

test("events are accepted while the database hangs", async () => {
  const cluster = await startCluster();
  const spoor = await startWith(cluster);
  const [busy, limited] = [await projectIn(spoor, "busy"), await projectIn(spoor, "limited")];
  const store = await openStoreOf(spoor);
  await store.projects.changeSettings(limited.id as never, { quotas: { eventsPerDay: 1_000 } });
  await store.close();
  const ids = [await sendKept(spoor, busy)];
  await known(spoor, busy, limited);
  await expect.poll(() => readFile(snapshotOf(spoor), "utf8")).toContain('"eventsPerDay":1000');
  await busy.waitForIssues(1);
  signalAll(cluster.server(), "SIGSTOP");
  endings.push(async () => signalAll(cluster.server(), "SIGCONT"));
  // Keys are asked for once a second.
  await pause(1_100);
  const askedAt = Date.now();
  ids.push(await sendKept(spoor, busy));
  const waitedMs = (Date.now() - askedAt) / slowdown();
  expect(waitedMs, "a known key doesn't wait for the database").toBeLessThan(1_000);
  const limitedIds = [await sendKept(spoor, limited)];
  await away(spoor);
  const begun = Date.now();
  ids.push(await sendKept(spoor, busy));
  limitedIds.push(await sendKept(spoor, limited));
  const laterMs = (Date.now() - begun) / slowdown();
  expect(laterMs, "once it is known to be away nobody waits for it").toBeLessThan(2_000);
  signalAll(cluster.server(), "SIGCONT");
  await waitForAll(spoor, busy, { events: ids, traces: [] });
  await waitForAll(spoor, limited, { events: limitedIds, traces: [] });
}, 120_000);

test("without a database on first start, it refuses to start and explains", async () => {
  const cluster = await startCluster();
  await cluster.stop();
  await expect(startSpoor({ environment: { DATABASE_URL: cluster.url } })).rejects.toThrow(
    /does not respond/,
  );
}, 60_000);

test("an outage logs its start, its end, and one line per minute", async () => {
  const cluster = await startCluster();
  const spoor = await startWith(cluster);
  const project = await projectIn(spoor, "shop");
  await sendKept(spoor, project);
  await known(spoor, project);
  await project.waitForIssues(1);
  const before = spoor.output().length;
  await cluster.stop();
  for (const until = Date.now() + 65_000; Date.now() < until; await pause(500)) {
    await sendKept(spoor, project);
    await (
      await fetch(`${spoor.url}/shop/issues.json`, {
        headers: { authorization: `Bearer ${project.token}` },
      })
    ).text();
  }
  const age = (await ready(spoor)).waiting.seconds;
  expect(age, "the oldest waits since the outage began").toBeGreaterThanOrEqual(55);
  await cluster.start();
  await expect.poll(async () => (await ready(spoor)).database).toBeUndefined();
  await pause(10_000);
  const lines = spoor.output().slice(before).trim().split("\n");
  expect(lines.length, lines.join("\n")).toBeLessThanOrEqual(4);
  expect(lines.filter((line) => line.includes("has not responded since"))).toHaveLength(1);
  expect(lines.filter((line) => line.includes("Resolved."))).toHaveLength(1);
}, 150_000);
