import { rm } from "node:fs/promises";
import { afterEach, expect, test } from "vitest";
import postgres from "postgres";
import { at, startSending, waitForAll } from "#tests/harness/accounted.ts";
import {
  copyOf,
  newCluster,
  type PostgresServer,
  promote,
  startPostgres,
  startServer,
  urlOf,
} from "#tests/harness/servers/postgres.ts";
import { makeOwner, makeProject } from "#tests/harness/project.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { startTwoSpoors } from "#tests/harness/two-spoors.ts";

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

/** A primary and a synchronous replica, so a commit is on both. */
async function startPair(): Promise<{
  primary: PostgresServer;
  replica: PostgresServer;
  url: string;
}> {
  const folder = newCluster();
  const primary = await startServer(folder);
  endings.push(() => rm(folder, { recursive: true }));
  const admin = postgres(urlOf(primary.port, "postgres"), { max: 1 });
  await admin.unsafe("CREATE DATABASE spoor");
  const copy = copyOf(primary, "replica");
  const replica = await startServer(copy);
  endings.push(() => rm(copy, { recursive: true }));
  endings.push(() => replica.end("immediate"));
  await admin.unsafe("ALTER SYSTEM SET synchronous_standby_names = '*'");
  await admin.unsafe("SELECT pg_reload_conf()");
  await expect
    .poll(
      async () =>
        (await admin.unsafe("SELECT sync_state FROM pg_stat_replication"))[0]?.["sync_state"],
    )
    .toBe("sync");
  await admin.end();
  // Names both hosts, as an operator would; the writable one is used.
  const url = `postgres://spoor@127.0.0.1:${primary.port},127.0.0.1:${replica.port}/spoor`;
  return { primary, replica, url };
}

test("a failover under load loses and duplicates no acknowledged event", async () => {
  const { primary, replica, url } = await startPair();
  const spoor = await startSpoor({ environment: { DATABASE_URL: url } });
  endings.push(() => spoor.remove());
  await makeOwner(spoor);
  const project = await makeProject(spoor, "flood");
  const sending = startSending(spoor, project, { senders: 6, most: 100_000 });
  await expect.poll(() => sending.accepted.events.length).toBeGreaterThan(100);

  await primary.end("immediate");
  const atCrash = sending.accepted.events.length;
  await pause(1_500);
  const meanwhile = sending.accepted.events.length - atCrash;
  expect(meanwhile, "what comes while there is no database is taken all the same").toBeGreaterThan(
    0,
  );
  const ready = await fetch(`${spoor.url}/readyz`);
  expect(ready.status, "a Spoor without its database still takes events").toBe(200);
  promote(replica.folder);
  await pause(1_000);
  const accepted = await sending.stop();
  expect([...sending.statuses], "nobody was told to come again").toEqual([200]);
  await waitForAll(spoor, project, accepted);
});

test("a killed process's queue is stored later while the other serves", async () => {
  const server = await startPostgres();
  endings.push(() => server.stop());
  const spoor = await startTwoSpoors(server);
  const started: Spoor[] = [spoor];
  endings.push(async () => {
    for (const each of started) await each.remove();
  });
  await makeOwner(spoor);
  const project = await makeProject(spoor, "flood");
  const [first, second] = spoor.both;
  const toFirst = startSending(first, at(project, first), { senders: 6, most: 200 });
  const toSecond = startSending(second, at(project, second), { senders: 6, most: 200 });
  await expect.poll(() => toFirst.accepted.events.length, { interval: 5 }).toBeGreaterThan(100);
  await first.kill();
  await toFirst.ended;
  const page = await project.get("/issues.json");
  expect(page.status, "the address leads to the one that is left").toBe(200);
  await toSecond.ended;
  const again = await first.restart();
  started.push(again);
  const accepted = {
    events: [...toFirst.accepted.events, ...toSecond.accepted.events],
    traces: [...toFirst.accepted.traces, ...toSecond.accepted.traces],
  };
  await waitForAll(spoor, project, accepted);
});
