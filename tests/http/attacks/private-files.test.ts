import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { eventCount, startSending } from "#tests/harness/accounted.ts";
import { run } from "#tests/harness/command-line.ts";
import { makeOwner, makeProject, owner } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn } from "#tests/harness/visitor.ts";

const started: Spoor[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const spoor of started.splice(0)) await spoor.remove();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** The umask is inherited from the shell; an open one is the worst case. */
const openUmask = ["sh", "-c", 'umask 000; exec "$@"', "sh"];

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "spoor-private-"));
  folders.push(folder);
  return folder;
}

/** Paths in the folder that other users can read, write, or enter. */
async function openPaths(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isSymbolicLink())
    .map(({ parentPath, name }) => join(parentPath, name));
  const modes = await Promise.all(
    [folder, ...paths].map(async (path) => ({ path, mode: (await stat(path)).mode & 0o077 })),
  );
  return modes.filter(({ mode }) => mode !== 0).map(({ path }) => path);
}

test("files and folders are private for any umask, including backups and exports", async () => {
  const dataFolder = join(await newFolder(), "data");
  const spoor = await startSpoor({ dataFolder, under: openUmask });
  started.push(spoor);
  await makeOwner(spoor);
  const project = await makeProject(spoor, "shop");
  const sending = startSending(spoor, project, { senders: 2, most: 4 });
  await sending.ended;
  await expect.poll(() => eventCount(project)).toBeGreaterThan(0);
  expect(await readdir(join(dataFolder, "telemetry"))).toContainEqual(
    expect.stringMatching(/-wal$/),
  );
  expect(await openPaths(dataFolder)).toEqual([]);
  const copies = await newFolder();
  await spoor.run("backup", join(copies, "all.tar"));
  await spoor.run("export", join(copies, "shop.ndjson"), "--project", project.slug);
  expect(await openPaths(copies)).toEqual([]);
  await spoor.stop();
  expect(await openPaths(dataFolder)).toEqual([]);
});

test("a start corrects the modes of Spoor's files only", async () => {
  const spoor = await startSpoor();
  started.push(spoor);
  const { dataFolder } = spoor;
  await makeOwner(spoor);
  await makeProject(spoor, "shop");
  await spoor.stop();
  const outside = join(await newFolder(), "outside");
  await writeFile(outside, "", { mode: 0o644 });
  await symlink(outside, join(dataFolder, "telemetry", "link"));
  const all = await readdir(dataFolder, { recursive: true, withFileTypes: true });
  for (const entry of all.filter((each) => !each.isSymbolicLink()))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  await chmod(dataFolder, 0o755);
  const again = await spoor.restart();
  started.push(again);
  expect(await openPaths(dataFolder)).toEqual([]);
  expect(again.output()).toMatch(
    /Made \d+ files and folders in the data folder private\. Other users of this machine could read them/,
  );
  expect((await stat(outside)).mode & 0o777).toBe(0o644);
  await again.stop();

  await writeFile(join(dataFolder, "notes.txt"), "mine", { mode: 0o644 });
  await chmod(dataFolder, 0o755);
  const third = await spoor.restart();
  started.push(third);
  expect((await stat(join(dataFolder, "notes.txt"))).mode & 0o777).toBe(0o644);
  expect((await stat(dataFolder)).mode & 0o777).toBe(0o755);
  expect(third.output()).not.toContain("Other users of this machine");
});

const isRoot = process.getuid?.() === 0;
/** As in a container or a systemd unit. */
const serverUser = 65_532;

test.skipIf(!isRoot)("commands run as root leave files to the server's user", async () => {
  const parent = await newFolder();
  await chmod(parent, 0o755);
  const dataFolder = join(parent, "data");
  await mkdir(dataFolder, { mode: 0o700 });
  await chown(dataFolder, serverUser, serverUser);
  const under = ["setpriv", `--reuid=${serverUser}`, `--regid=${serverUser}`, "--clear-groups"];
  const spoor = await startSpoor({ dataFolder, under });
  started.push(spoor);
  const root = async (...words: string[]) =>
    expect(await run(words, dataFolder)).toMatchObject({ code: 0 });
  await root("user", "create", "--email", owner.email, "--password", owner.password, "--owner");
  const backup = join(dataFolder, "..", "mine", "all.tar.zst");
  await mkdir(dirname(backup));
  await chown(dirname(backup), serverUser, serverUser);
  await root("backup", backup);
  await spoor.stop();
  await root("restore", backup, "--force");
  const all = await readdir(parent, { recursive: true, withFileTypes: true });
  const owners = await Promise.all(
    all.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).uid),
  );
  expect(new Set(owners)).toEqual(new Set([serverUser]));
  const again = await spoor.restart();
  started.push(again);
  expect((await signIn(again.url, owner)).cookies.size).toBeGreaterThan(0);
});
