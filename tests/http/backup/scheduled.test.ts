import { existsSync } from "node:fs";
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { nameAt } from "#server/backup/kept-backups.ts";
import { json, run } from "#tests/harness/command-line.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  owner,
  projectOn,
  sendEnvelope,
} from "#tests/harness/project.ts";
import { parsePrometheus } from "#tests/harness/requests/prometheus-text.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn } from "#tests/harness/visitor.ts";

// SPOOR_BACKUP_FOLDER: the first backup is made at once into an empty folder, later ones on
// schedule.

const dayMs = 86_400_000;

let root: string;
let folder: string;
const started: Spoor[] = [];
beforeAll(async () => void (root = await mkdtemp(join(tmpdir(), "spoor-scheduled-"))));
afterAll(() => rm(root, { recursive: true, force: true }));
afterEach(async () => {
  for (const spoor of started.splice(0)) await spoor.remove();
});

async function start(more: Record<string, string>, dataFolder?: string): Promise<Spoor> {
  const environment = { OTEL_SDK_DISABLED: "true", ...more };
  const spoor = await startSpoor({ environment, ...(dataFolder !== undefined && { dataFolder }) });
  started.push(spoor);
  return spoor;
}

const backupsIn = async (path: string) =>
  (await readdir(path)).filter((name) => name.endsWith(".tar.zst")).toSorted();

const metric = async (spoor: Spoor, name: string, series = name) =>
  parsePrometheus(await (await fetch(`${spoor.url}/metrics`)).text())
    .get(name)
    ?.series.get(series);

const overdue = (spoor: Spoor) =>
  metric(spoor, "spoor_trouble", 'spoor_trouble{kind="backup-overdue"}');

const doctorOf = async (
  spoor: Spoor,
  environment: Record<string, string>,
  check = "last backup",
) => {
  const { findings } = json(await run(["doctor", "--json"], spoor.dataFolder, environment)) as {
    findings: { check: string; ok: boolean; detail: string }[];
  };
  return findings.find((finding) => finding.check === check)!;
};

const maker = "0badcafe";
const old = (days: number, of = maker) => nameAt(Date.now() - days * dayMs, of);

/** Part of the names of this folder's backups. */
const nameMaker = (spoor: Spoor) =>
  writeFile(join(spoor.dataFolder, "process.name"), `${maker}-0000-4000-8000-000000000000`);

test("creates a valid backup, removes the oldest, and shows its age", async () => {
  folder = join(root, "sound");
  await mkdir(folder);
  // Backups of another instance, or of the one this folder was restored from.
  const foreign = [old(4, "feedc0de"), nameAt(Date.now() + dayMs, "feedc0de")];
  const [recent, cutShort] = [old(2), `${old(9, "feedc0de")}.part-abc`];
  for (const name of [old(3), recent, ...foreign, "notes.txt"])
    await writeFile(join(folder, name), "");
  for (const name of [`${old(9)}.part-abc`, cutShort]) await mkdir(join(folder, name));
  const environment = { SPOOR_BACKUP_FOLDER: folder, SPOOR_BACKUP_KEEP: "2" };
  const first = await start({});
  await makeOwner(first);
  const project = await makeProject(first, "shop");
  await sendEnvelope(first, project, envelopeOf({ event_id: "a".repeat(32), message: "before" }));
  await project.waitForIssues(1);
  await first.stop();
  await nameMaker(first);
  const spoor = await start(environment, first.dataFolder);
  await expect.poll(() => spoor.output()).toContain("Backup created and verified.");

  const kept = (await backupsIn(folder)).filter((name) => !foreign.includes(name));
  expect(kept).toEqual([recent, expect.stringMatching(/^spoor-.*-0badcafe\.tar\.zst$/)]);
  expect((await readdir(folder)).toSorted()).toEqual(
    ["notes.txt", ...foreign, cutShort, ...kept].toSorted(),
  );
  const file = join(folder, kept[1]!);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(json(await run(["verify", file, "--json"], spoor.dataFolder))).toMatchObject({ ok: true });

  await expect.poll(() => metric(spoor, "spoor_backup_verified_age_seconds")).toBeLessThan(60);
  expect(await doctorOf(spoor, environment)).toMatchObject({
    ok: true,
    detail: expect.stringMatching(/verified; scheduled for 02:00 UTC in /),
  });
  const { main } = await (await signIn(spoor.url, owner)).get("/settings/storage");
  expect(main).toMatch(/Last verified backup[^]*Daily at(?:<!-- -->)? 02:00 UTC/);
  expect(main).toContain(kept[1]);

  const elsewhere = join(root, "restored");
  expect((await run(["restore", file], elsewhere)).code).toBe(0);
  const restored = await start(environment, elsewhere);
  expect((await projectOn(restored, project).issues()).map(({ title }) => title)).toEqual([
    "before",
  ]);
  await expect.poll(() => restored.output()).toContain("Backup created and verified.");
  expect(await backupsIn(folder)).toEqual(expect.arrayContaining([...foreign, ...kept]));
  expect(await backupsIn(folder)).toHaveLength(foreign.length + kept.length + 1);
});

test("removes nothing when the new backup is invalid", async () => {
  folder = join(root, "unsound");
  const before = old(2);
  await mkdir(folder);
  await writeFile(join(folder, before), "");
  const first = await start({});
  await makeOwner(first);
  const project = await makeProject(first, "shop");
  const filling = "x".repeat(200_000);
  await sendEnvelope(
    first,
    project,
    envelopeOf({ event_id: "b".repeat(32), message: "large", extra: { filling } }),
  );
  await project.waitForIssues(1);
  await first.stop();
  const [today] = (await readdir(join(first.dataFolder, "telemetry"))).filter((name) =>
    name.endsWith(".db"),
  );
  const past = join(first.dataFolder, "telemetry/2026-11-01.db");
  await copyFile(join(first.dataFolder, "telemetry", today!), past);
  await nameMaker(first);
  const spoor = await start(
    { SPOOR_BACKUP_FOLDER: folder, SPOOR_BACKUP_KEEP: "1" },
    first.dataFolder,
  );
  const database = await open(past, "r+");
  const middle = Math.floor((await database.stat()).size / 2 / 4096) * 4096;
  await database.write(Buffer.alloc(30 * 4096, "no page of a database "), 0, 30 * 4096, middle);
  await database.close();
  await expect.poll(() => spoor.output()).toContain("The backup failed");
  expect(spoor.output()).toMatch(
    /The new backup is damaged and was removed|A file in the data folder is damaged/,
  );
  expect(await readdir(folder)).toEqual([before]);
});

test("reports two missed intervals and resolves the report at the next success", async () => {
  folder = join(root, "missing", "backups");
  const first = await start({});
  await makeOwner(first);
  await first.stop();
  const good = {
    takenAt: new Date(Date.now() - 3 * dayMs).toISOString(),
    file: "/backups/x.tar.zst",
    bytes: 2048,
  };
  await writeFile(
    join(first.dataFolder, "last-backup.json"),
    JSON.stringify({ ...good, verified: good }),
  );
  const environment = { SPOOR_BACKUP_FOLDER: folder };
  const spoor = await start(environment, first.dataFolder);
  const ready = async () => fetch(`${spoor.url}/readyz`);
  await expect
    .poll(async () => (await ready()).text())
    .toContain("No scheduled backup has succeeded");
  expect((await ready()).status).toBe(200);
  expect(spoor.output()).toMatch(
    /The backup failed: [^\n]*missing\/backups does not exist\. Create it, or mount its disk/,
  );
  expect(await doctorOf(spoor, environment, "backup folder")).toMatchObject({
    ok: false,
    detail: expect.stringContaining("missing/backups does not exist"),
  });
  expect(existsSync(join(root, "missing"))).toBe(false);
  expect(await overdue(spoor)).toBe(1);
  expect(await metric(spoor, "spoor_backup_verified_age_seconds")).toBeGreaterThan(2.9 * 86_400);
  expect(await doctorOf(spoor, environment)).toMatchObject({ ok: false });
  const visitor = await signIn(spoor.url, owner);
  const { text, main } = await visitor.get("/settings/storage");
  expect(text).toContain(`since ${good.takenAt.slice(0, 19).replace("T", " ")} UTC`);
  expect(main).toContain("No scheduled backup has succeeded for two intervals");
  await spoor.stop();
  await mkdir(folder, { recursive: true });
  const again = await start(environment, first.dataFolder);
  await expect.poll(() => again.output()).toContain("Backup created and verified.");
  expect(await backupsIn(folder)).toHaveLength(1);
  expect(await overdue(again)).toBe(0);
  expect(await (await fetch(`${again.url}/readyz`)).text()).not.toContain("No scheduled backup");
});

test("reports to log and doctor that a file is not a folder", async () => {
  folder = join(root, "a-file");
  await writeFile(folder, "");
  const environment = { SPOOR_BACKUP_FOLDER: folder };
  const spoor = await start(environment);
  await expect
    .poll(() => spoor.output())
    .toMatch(/The backup failed: [^\n]*a-file is not a folder/);
  expect(await doctorOf(spoor, environment, "backup folder")).toEqual({
    check: "backup folder",
    ok: false,
    detail: `${folder} is not a folder. Set SPOOR_BACKUP_FOLDER to a folder.`,
  });
  expect(await doctorOf(spoor, environment)).toMatchObject({
    detail: expect.stringMatching(/^none yet; scheduled.*succeeded yet: see the server/),
  });
});

test("writes nothing to the mount point of an unmounted disk", async () => {
  folder = join(root, "mount-point");
  await mkdir(folder);
  const first = await start({});
  await first.stop();
  const before = { takenAt: new Date().toISOString(), file: join(folder, old(1)), bytes: 2048 };
  await writeFile(
    join(first.dataFolder, "last-backup.json"),
    JSON.stringify({ ...before, verified: before, otherDisk: folder }),
  );
  const environment = { SPOOR_BACKUP_FOLDER: folder };
  const spoor = await start(environment, first.dataFolder);
  const sentence =
    "is now on the same disk as the data; earlier backups there were on another disk. Mount that disk";
  await expect.poll(() => spoor.output()).toContain(sentence);
  expect(await readdir(folder)).toEqual([]);
  expect((await doctorOf(spoor, environment, "backup folder")).detail).toContain(sentence);
});

test.runIf(existsSync("/dev/shm"))(
  "remembers that its folder was on another disk than the data",
  async () => {
    folder = await mkdtemp("/dev/shm/spoor-backups-");
    const spoor = await start({ SPOOR_BACKUP_FOLDER: folder });
    await expect.poll(() => spoor.output()).toContain("Backup created and verified.");
    const noted = JSON.parse(
      await readFile(join(spoor.dataFolder, "last-backup.json"), "utf8"),
    ) as object;
    await rm(folder, { recursive: true });
    expect(noted).toMatchObject({ otherDisk: folder });
  },
);

test.runIf(process.platform === "linux")(
  "reports a folder that root cannot create files in",
  async () => {
    const environment = { SPOOR_BACKUP_FOLDER: "/sys/kernel" };
    const spoor = await start(environment);
    expect(await doctorOf(spoor, environment, "backup folder")).toMatchObject({
      ok: false,
      detail: "/sys/kernel is not writable.",
    });
  },
);

test.skipIf(process.getuid?.() === 0)("reports a folder without write permission", async () => {
  folder = join(root, "closed");
  await mkdir(folder);
  await chmod(folder, 0o500);
  const spoor = await start({ SPOOR_BACKUP_FOLDER: folder });
  await expect.poll(() => spoor.output()).toMatch(/The backup failed: [^\n]*is not writable/);
});

test("a signal during a backup stops the server, and the partial file has no backup's name", async () => {
  folder = join(root, "cut");
  await mkdir(folder);
  const spoor = await start({ SPOOR_BACKUP_FOLDER: folder });
  await expect.poll(() => readdir(folder), { interval: 5 }).not.toEqual([]);
  expect(await spoor.stop()).toBe(0);
  for (const name of await backupsIn(folder))
    expect((await run(["verify", join(folder, name)], spoor.dataFolder)).code).toBe(0);
});

test.each<[Record<string, string>, RegExp]>([
  [{ SPOOR_BACKUP_FOLDER: "/backups", SPOOR_BACKUP_TIME: "2 am" }, /SPOOR_BACKUP_TIME is “2 am”/],
  [{ SPOOR_BACKUP_FOLDER: "/backups", SPOOR_BACKUP_KEEP: "0" }, /SPOOR_BACKUP_KEEP is “0”/],
  [{ SPOOR_BACKUP_TIME: "02:00" }, /SPOOR_BACKUP_TIME has no effect without SPOOR_BACKUP_FOLDER/],
  [
    { SPOOR_BACKUP_FOLDER: "/backups", DATABASE_URL: "postgres://spoor@127.0.0.1:1/spoor" },
    /SPOOR_BACKUP_FOLDER cannot be used with DATABASE_URL/,
  ],
])("refuses to start with %o", async (environment, sentence) => {
  const { code, stderr } = await run(["serve"], join(root, "never"), environment);
  expect(code).toBe(1);
  expect(stderr).toMatch(sentence);
});
