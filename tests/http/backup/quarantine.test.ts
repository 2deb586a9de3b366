import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { at, eventCount } from "#tests/harness/accounted.ts";
import { makeOwner, makeProject, owner } from "#tests/harness/project.ts";
import { environmentOf, runCli, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { spooledEvent, unreadable } from "#tests/harness/data/spooled.ts";
import { signIn } from "#tests/harness/visitor.ts";

const started: Spoor[] = [];
afterEach(async () => {
  for (const spoor of started.splice(0)) await spoor.remove();
});

/** A server that starts with these bytes in its queue. */
async function startWith(bytesOf: (project: Awaited<ReturnType<typeof makeProject>>) => Buffer[]) {
  const first = await startSpoor();
  started.push(first);
  await makeOwner(first);
  const project = await makeProject(first, "poisoned");
  await first.stop();
  const folder = join(first.dataFolder, "spool");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "00000900.spool"), Buffer.concat(bytesOf(project)));
  const spoor = await first.restart();
  started.unshift(spoor);
  return { spoor, project: at(project, spoor) };
}

test("an unreadable request is quarantined, counted, and listed; its neighbors are stored", async () => {
  let poison: Buffer = Buffer.alloc(0);
  const { spoor, project } = await startWith((made) => {
    poison = unreadable(made);
    return [spooledEvent(made, "before").bytes, poison, spooledEvent(made, "after").bytes];
  });
  await expect.poll(() => eventCount(project)).toBe(2);

  const folder = join(spoor.dataFolder, "quarantine");
  const names = (await readdir(folder)).toSorted();
  expect(names).toEqual([
    expect.stringMatching(/^[0-9a-f]{64}\.json$/),
    expect.stringMatching(/^[0-9a-f]{64}\.spool$/),
  ]);
  expect(await readFile(join(folder, names[1]!))).toEqual(poison);
  expect(JSON.parse(await readFile(join(folder, names[0]!), "utf8"))).toMatchObject({
    projectId: project.id,
  });
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, names[1]!))).mode & 0o777).toBe(0o600);

  const visitor = await signIn(spoor.url, owner);
  expect((await visitor.get("/poisoned/settings/intake")).text).toContain(
    "unreadable, quarantined",
  );
  const { text } = await visitor.get("/settings/storage");
  expect(text).toContain("1 accepted request");
  expect(text).toContain(names[1]!);
});

test("a backup includes the quarantine, and a restore brings it back", async () => {
  const { spoor } = await startWith((made) => [unreadable(made)]);
  const folder = join(spoor.dataFolder, "quarantine");
  await expect.poll(() => readdir(folder).catch(() => [])).toHaveLength(2);
  const elsewhere = await mkdtemp(join(tmpdir(), "spoor-restored-"));
  onTestFinished(() => rm(elsewhere, { recursive: true }));
  const backup = join(elsewhere, "backup.tar");
  const dataFolder = join(elsewhere, "data");
  await spoor.run("backup", backup);
  await runCli(["verify", backup], environmentOf(dataFolder));
  await runCli(["restore", backup], environmentOf(dataFolder));
  for (const name of await readdir(folder))
    expect(await readFile(join(dataFolder, "quarantine", name))).toEqual(
      await readFile(join(folder, name)),
    );
});

test("bytes damaged on disk are quarantined too", async () => {
  let damaged: Buffer = Buffer.alloc(0);
  const { spoor, project } = await startWith((made) => {
    damaged = spooledEvent(made, "damaged").bytes;
    damaged[damaged.length - 3]! ^= 1;
    return [spooledEvent(made, "before").bytes, damaged, spooledEvent(made, "after").bytes];
  });
  await expect.poll(() => eventCount(project)).toBe(2);
  const folder = join(spoor.dataFolder, "quarantine");
  const name = (await readdir(folder)).find((each) => each.endsWith(".spool"))!;
  expect(await readFile(join(folder, name))).toEqual(damaged);
});
