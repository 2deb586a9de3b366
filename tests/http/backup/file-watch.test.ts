import { copyFile, open, readdir, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { at, eventCount, startSending, waitForAll } from "#tests/harness/accounted.ts";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { environmentOf, runCli, type Spoor, startSpoor } from "#tests/harness/spoor.ts";

const started: Spoor[] = [];
afterEach(async () => {
  for (const spoor of started.splice(0)) await spoor.remove();
});

const days = ["2026-11-01", "2026-11-02", "2026-11-03", "2026-11-04", "2026-11-05"] as const;
const [deleted, cut, zeroed, scribbled, sound] = days;

const pathOf = (spoor: Spoor, day: string) => join(spoor.dataFolder, "telemetry", `${day}.db`);

/** A server with five earlier days of today's size, all checked. */
async function startFilled(): Promise<{ spoor: Spoor; project: TestProject; today: string }> {
  const first = await startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } });
  started.push(first);
  await makeOwner(first);
  const project = await makeProject(first, "watched");
  const sending = startSending(first, project, { senders: 5, most: 12, filling: 40_000 });
  await sending.ended;
  await waitForAll(first, project, sending.accepted);
  await first.stop();
  const [today] = (await readdir(join(first.dataFolder, "telemetry"))).filter((name) =>
    name.endsWith(".db"),
  );
  for (const day of days) await copyFile(pathOf(first, today!.slice(0, 10)), pathOf(first, day));
  const spoor = await first.restart();
  started.push(spoor);
  await spoor.run("doctor");
  return { spoor, project, today: today!.slice(0, 10) };
}

async function overwrite(path: string, bytes: (size: number) => Buffer): Promise<void> {
  const file = await open(path, "r+");
  const middle = Math.floor((await file.stat()).size / 2 / 4096) * 4096;
  const written = bytes(4096);
  await file.write(written, 0, written.length, middle);
  await file.close();
}

async function damageAll(spoor: Spoor): Promise<void> {
  for (const suffix of ["", "-wal", "-shm"])
    await rm(pathOf(spoor, deleted) + suffix, { force: true });
  await truncate(pathOf(spoor, cut), Math.floor((await stat(pathOf(spoor, cut))).size / 2));
  await overwrite(pathOf(spoor, zeroed), (size) => Buffer.alloc(3 * size));
  await overwrite(pathOf(spoor, scribbled), (size) =>
    Buffer.alloc(3 * size, "no page of a database "),
  );
}

/** Two checks on a machine that runs other tests too. */
const testTimeoutMs = 150_000;

const missingSentence = (day: string) => `The telemetry file of ${day} is missing`;
const damagedSentence = (day: string) => `The telemetry of ${day} is damaged`;

async function expectNamed(spoor: Spoor, sentences: string[], withinMs: number): Promise<void> {
  const ready = () => fetch(`${spoor.url}/readyz`);
  for (const sentence of sentences) {
    await expect
      .poll(async () => (await ready()).text(), { timeout: withinMs })
      .toContain(sentence);
    await expect.poll(() => spoor.output()).toContain(sentence);
  }
  expect((await ready()).status).toBe(200);
}

async function faultsOfDoctor(spoor: Spoor): Promise<string[]> {
  const answer = await runCli(["doctor"], environmentOf(spoor.dataFolder)).catch(
    (error: { stdout: string }) => JSON.parse(error.stdout) as Record<string, unknown>,
  );
  const { findings } = answer as { findings: { check: string; ok: boolean; detail: string }[] };
  return findings.filter(({ ok }) => !ok).map(({ check, detail }) => `${check}: ${detail}`);
}

test(
  "days deleted or damaged before a start are named within a minute",
  { timeout: testTimeoutMs },
  async () => {
    const { spoor: before, project } = await startFilled();
    const counted = await eventCount(at(project, before));
    await before.stop();
    await damageAll(before);
    const spoor = await before.restart();
    started.push(spoor);
    expect(spoor.output()).toContain(missingSentence(deleted));
    await expectNamed(
      spoor,
      [missingSentence(deleted), ...[cut, zeroed, scribbled].map(damagedSentence)],
      60_000,
    );
    const faults = (await faultsOfDoctor(spoor)).join("\n");
    for (const day of [deleted, cut, zeroed, scribbled])
      expect(faults).toContain(`telemetry/${day}.db`);
    expect(faults).toMatch(
      new RegExp(`telemetry/${deleted}\\.db: .*missing.*tar -xOf .*spoor salvage`),
    );
    expect(faults).not.toContain(sound);
    const sending = startSending(spoor, at(project, spoor), { senders: 2, most: 4 });
    await sending.ended;
    expect([...sending.statuses]).toEqual([200]);
    const there = at(project, spoor);
    await expect.poll(() => eventCount(there)).toBe(counted + sending.accepted.events.length);
  },
);

test(
  "days deleted or damaged at run time are named within a minute",
  { timeout: testTimeoutMs },
  async () => {
    const { spoor, project, today } = await startFilled();
    const kept = `${pathOf(spoor, deleted)}.kept`;
    await copyFile(pathOf(spoor, deleted), kept);
    await damageAll(spoor);
    for (const suffix of ["", "-wal", "-shm"])
      await rm(pathOf(spoor, today) + suffix, { force: true });
    const sending = startSending(spoor, at(project, spoor), { senders: 2, most: 4 });
    await sending.ended;
    expect([...sending.statuses]).toEqual([200]);
    const sentences = [
      missingSentence(deleted),
      missingSentence(today),
      ...[cut, zeroed, scribbled].map(damagedSentence),
    ];
    await expectNamed(spoor, sentences, 60_000);
    await expect.poll(() => stat(pathOf(spoor, today)).then(({ size }) => size)).toBeGreaterThan(0);
    await copyFile(kept, pathOf(spoor, deleted));
    await expect
      .poll(async () => (await fetch(`${spoor.url}/readyz`)).text(), { timeout: 60_000 })
      .not.toContain(missingSentence(deleted));
  },
);

test("doctor explains a damaged spoor.db and artifacts.db and the backup to restore", async () => {
  const spoor = await startSpoor();
  started.push(spoor);
  await makeOwner(spoor);
  await spoor.stop();
  await writeFile(join(spoor.dataFolder, "artifacts.db"), "no database at all ".repeat(1000));
  await overwrite(join(spoor.dataFolder, "spoor.db"), (size) =>
    Buffer.alloc(30 * size, "no page of a database "),
  );
  const without = (await faultsOfDoctor(spoor)).join("\n");
  expect(without).toMatch(
    /spoor\.db: .*It contains projects, issues, users, and settings.*No backup is known here/,
  );
  expect(without).toMatch(/artifacts\.db: .*uploaded source maps/);
  const last = { takenAt: "2026-11-20T10:00:00.000Z", file: "/backups/monday.tar", bytes: 2048 };
  await writeFile(join(spoor.dataFolder, "last-backup.json"), JSON.stringify(last));
  await truncate(join(spoor.dataFolder, "spoor.db"), 0);
  await writeFile(join(spoor.dataFolder, "spoor.db"), "no database at all ".repeat(1000));
  const known = (await faultsOfDoctor(spoor)).join("\n");
  expect(known).toMatch(
    /spoor restore \/backups\/monday\.tar --force.*of 2026-11-20T10:00.*no longer at that path/,
  );
  expect(known).not.toMatch(/^spoor:/m);
});
