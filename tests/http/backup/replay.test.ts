import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { at, eventCount } from "#tests/harness/accounted.ts";
import { json, type Outcome, run } from "#tests/harness/command-line.ts";
import { startPostgres } from "#tests/harness/servers/postgres.ts";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { environmentOf, runCli, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { spooled, spooledEvent, unreadable } from "#tests/harness/data/spooled.ts";
import { openStoreOf } from "#tests/harness/store-of.ts";

const started: Spoor[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const spoor of started.splice(0)) await spoor.remove();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<{ spoor: Spoor; project: TestProject }> {
  const spoor = await startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } });
  started.push(spoor);
  await makeOwner(spoor);
  return { spoor, project: await makeProject(spoor, "replayed") };
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "spoor-replay-"));
  folders.push(folder);
  return folder;
}

/** The queue of a lost machine in two segments, with two events and items without IDs. */
async function deadSpool(project: TestProject, receivedAt = Date.now()): Promise<string> {
  const spool = join(await newFolder(), "spool");
  await mkdir(spool);
  const sessions = {
    aggregates: [{ started: new Date(receivedAt).toISOString(), exited: 40, errored: 2 }],
    attrs: { release: "web@1.0.0", environment: "production" },
  };
  const lost = {
    timestamp: receivedAt / 1000,
    discarded_events: [{ reason: "sample", category: "error", quantity: 7 }],
  };
  const item = (type: string, body: object) => `{}\n{"type":"${type}"}\n${JSON.stringify(body)}\n`;
  const first = [
    spooledEvent(project, "one", receivedAt).bytes,
    spooled(project, item("sessions", sessions), receivedAt),
  ];
  const second = [
    spooledEvent(project, "two", receivedAt + 5).bytes,
    spooled(project, item("client_report", lost), receivedAt),
  ];
  await writeFile(join(spool, "00000007.spool"), Buffer.concat(first));
  await writeFile(join(spool, "00000008.spool"), Buffer.concat(second));
  return spool;
}

/** Everything that counts: events by issue, outcomes, and session health. */
async function counts(spoor: Spoor, project: TestProject) {
  const store = await openStoreOf(spoor, { readonly: true });
  const outcomes = await store.outcomes.read(project.id as ProjectId, 0);
  const { releases } = (await (await project.get("/releases.json")).json()) as {
    releases: unknown;
  };
  await store.close();
  return { events: await eventCount(project), outcomes, releases };
}

const answer = (outcome: Outcome) => ({ code: outcome.code, ...json(outcome) });

describe.each([
  ["of today", 0],
  ["of ten days ago", 10 * 24 * 3_600_000],
])("a spool %s", (_, ageMs) => {
  test(
    "is replayed beside a running server, and a second run changes nothing",
    { timeout: 60_000 },
    async () => {
      const { spoor, project } = await start();
      const spool = await deadSpool(project, Date.now() - ageMs);
      const first = await run(["replay", spool, "--json"], spoor.dataFolder);
      expect(answer(first)).toMatchObject({
        code: 0,
        taken: 4,
        known: 0,
        unreadable: 0,
        foreign: 0,
      });
      const before = await counts(spoor, project);
      expect(before.events).toBe(2);
      expect(before.outcomes).toContainEqual(
        expect.objectContaining({ outcome: "lost-at-client", quantity: 7 }),
      );
      expect(JSON.stringify(before.outcomes)).toContain('"session');
      const second = await run(["replay", spool, "--json"], spoor.dataFolder);
      expect(answer(second)).toMatchObject({ code: 0, taken: 0, known: 4 });
      expect(await counts(spoor, project)).toEqual(before);
      expect(await readdir(join(spoor.dataFolder, "replay"))).toEqual([]);
    },
  );

  test("is replayed once by a stopped server", { timeout: 60_000 }, async () => {
    const { spoor, project } = await start();
    const spool = await deadSpool(project, Date.now() - ageMs);
    await spoor.stop();
    expect(answer(await run(["replay", spool, "--json"], spoor.dataFolder))).toMatchObject({
      code: 0,
      taken: 4,
    });
    expect(answer(await run(["replay", spool, "--json"], spoor.dataFolder))).toMatchObject({
      taken: 0,
      known: 4,
    });
    const again = await spoor.restart();
    started.unshift(again);
    const there = await counts(again, at(project, again));
    expect(there.events).toBe(2);
    expect(there.outcomes.filter(({ outcome }) => outcome === "lost-at-client")).toMatchObject([
      { quantity: 7 },
    ]);
  });
});

test("replays one segment, and later the rest of the folder", async () => {
  const { spoor, project } = await start();
  const spool = await deadSpool(project);
  const one = await run(["replay", join(spool, "00000007.spool"), "--json"], spoor.dataFolder);
  expect(answer(one)).toMatchObject({ taken: 2, known: 0 });
  const all = await run(["replay", spool, "--json"], spoor.dataFolder);
  expect(answer(all)).toMatchObject({ taken: 2, known: 2 });
  expect(await eventCount(project)).toBe(2);
});

test(
  "replays readable requests of a quarantine and removes them from it",
  { timeout: 60_000 },
  async () => {
    const { spoor, project } = await start();
    const folder = join(spoor.dataFolder, "quarantine");
    await mkdir(folder, { recursive: true });
    for (const [name, bytes] of [
      ["aa", spooledEvent(project, "readable by now").bytes],
      ["bb", unreadable(project)],
    ] as const) {
      await writeFile(join(folder, `${name}.spool`), bytes);
      await writeFile(
        join(folder, `${name}.json`),
        JSON.stringify({ at: Date.now(), reason: "a bug", projectId: 1 }),
      );
    }
    const outcome = await run(["replay", folder, "--json"], spoor.dataFolder);
    expect(answer(outcome)).toMatchObject({ code: 1, taken: 1, unreadable: 1 });
    expect(await eventCount(project)).toBe(1);
    const names = await readdir(folder);
    expect(names).not.toContain("aa.spool");
    expect(names).not.toContain("aa.json");
    expect(names).toContain("bb.spool");
  },
);

test("replays the queue that a restore set aside", { timeout: 60_000 }, async () => {
  const { spoor, project } = await start();
  const backup = join(await newFolder(), "backup.tar");
  expect((await run(["backup", backup], spoor.dataFolder)).code).toBe(0);
  await spoor.stop();
  await cp(await deadSpool(project), join(spoor.dataFolder, "spool"), { recursive: true });
  const restored = await run(["restore", backup, "--force", "--json"], spoor.dataFolder);
  const { movedTo } = json(restored) as { movedTo: string };
  const again = await spoor.restart();
  started.unshift(again);
  expect(await eventCount(at(project, again))).toBe(0);
  const outcome = await run(["replay", movedTo, "--json"], spoor.dataFolder);
  expect(answer(outcome)).toMatchObject({ code: 0, taken: 4 });
  expect(await eventCount(at(project, again))).toBe(2);
});

test(
  "replays once what is queued in a backup and set aside by its restore",
  { timeout: 60_000 },
  async () => {
    const { spoor, project } = await start();
    await spoor.stop();
    await cp(await deadSpool(project), join(spoor.dataFolder, "spool"), { recursive: true });
    const backup = join(await newFolder(), "backup.tar");
    expect((await run(["backup", backup], spoor.dataFolder)).code).toBe(0);
    const { movedTo } = json(
      await run(["restore", backup, "--force", "--json"], spoor.dataFolder),
    ) as {
      movedTo: string;
    };
    const again = await spoor.restart();
    started.unshift(again);
    await expect.poll(() => eventCount(at(project, again))).toBe(2);
    const before = await counts(again, at(project, again));
    const outcome = await run(["replay", join(movedTo, "spool"), "--json"], spoor.dataFolder);
    expect(answer(outcome)).toMatchObject({ code: 0, taken: 0, known: 4 });
    expect(await counts(again, at(project, again))).toEqual(before);
    expect(await readdir(join(spoor.dataFolder, "spool"))).not.toContain("restored");
  },
);

describe("with PostgreSQL", () => {
  test(
    "a dead process's queue is replayed by another from its last position",
    { timeout: 90_000 },
    async () => {
      const postgres = await startPostgres();
      onTestFinished(() => postgres.stop());
      const environment = { OTEL_SDK_DISABLED: "true", DATABASE_URL: await postgres.create() };
      const spoor = await startSpoor({ environment });
      started.push(spoor);
      await makeOwner(spoor);
      const project = await makeProject(spoor, "replayed");
      // Processed by the process that dies, before its folder lost data.
      const dead = await newFolder();
      const spool = await deadSpool(project);
      await mkdir(join(dead, "spool"));
      await cp(join(spool, "00000007.spool"), join(dead, "spool", "00000007.spool"));
      const first = await startSpoor({ environment, dataFolder: dead });
      started.push(first);
      await expect.poll(() => eventCount(at(project, first))).toBe(1);
      await first.stop();
      await cp(spool, join(dead, "spool"), { recursive: true });

      const replay = () => runCli(["replay", dead], environmentOf(spoor.dataFolder, environment));
      expect(await replay()).toMatchObject({ taken: 2, known: 0, digested: 2 });
      const before = await counts(spoor, project);
      expect(before.events).toBe(2);
      expect(await replay()).toMatchObject({ taken: 0, known: 2, digested: 2 });
      expect(await counts(spoor, project)).toEqual(before);
    },
  );
});

test("refuses its own queue and another instance's with a message", async () => {
  const { spoor, project } = await start();
  const spool = await deadSpool({ ...project, publicKey: "0".repeat(32) });
  const foreign = await run(["replay", spool, "--json"], spoor.dataFolder);
  expect(answer(foreign)).toMatchObject({ code: 1, taken: 0, foreign: 4 });
  expect(await eventCount(project)).toBe(0);
  await cp(await deadSpool(project), join(spoor.dataFolder, "spool"), { recursive: true });
  const own = await run(["replay", join(spoor.dataFolder, "spool")], spoor.dataFolder);
  expect(own).toMatchObject({ code: 1, stderr: expect.stringContaining("own queue") });
  const missing = await run(["replay", join(spoor.dataFolder, "telemetry")], spoor.dataFolder);
  expect(missing).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("not a spool segment"),
  });
});
