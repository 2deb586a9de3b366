import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { decompressed } from "#server/backup/compressed.ts";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import { verifyBackup } from "#server/backup/verify-backup.ts";
import { allEventIds } from "#tests/harness/data/all-events.ts";
import { cli, json, run } from "#tests/harness/command-line.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  projectOn,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { environmentOf, type Spoor, startSpoor } from "#tests/harness/spoor.ts";

// Backs up a server under load, kills it, and restores elsewhere: everything accepted before the
// backup is there once.

let folder: string;
let backup: string;
let spoor: Spoor;
let shop: TestProject;
let before: Set<string>;
let sent: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spoor-backup-"));
  backup = join(folder, "backup.tar");
  spoor = await startSpoor({ dataFolder: join(folder, "first") });
  await makeOwner(spoor);
  shop = await makeProject(spoor, "shop");
  const flood = startFlood();
  await vi.waitUntil(() => flood.accepted.length > 100, { timeout: 20_000 });
  before = new Set(flood.accepted);
  const outcome = await run(["backup", backup, "--json"], spoor.dataFolder);
  expect(outcome.stderr).toBe("");
  expect(json(outcome)).toMatchObject({ file: backup, bytes: (await stat(backup)).size });
  sent = await flood.end();
  await spoor.kill();
});
afterAll(async () => {
  await spoor.stop();
  await rm(folder, { recursive: true });
});

/** Eight senders that do not wait for processing. */
function startFlood(): { accepted: string[]; end(): Promise<string[]> } {
  const accepted: string[] = [];
  const flood = { over: false };
  async function sender(number: number): Promise<void> {
    for (let i = 0; !flood.over; i++) {
      const event_id = randomUUID().replaceAll("-", "");
      const message = `flood of kind ${"abcde"[(number + i) % 5]}`;
      const answer = await sendEnvelope(
        spoor,
        shop,
        envelopeOf({ event_id, message, extra: { filling } }),
      );
      await answer.text();
      if (answer.status === 200) accepted.push(event_id);
    }
  }
  const senders = Array.from({ length: 8 }, (_, number) => sender(number));
  async function end(): Promise<string[]> {
    flood.over = true;
    await Promise.all(senders);
    return accepted;
  }
  return { accepted, end };
}

const filling = "x".repeat(2000);

describe("a backup of a server under load", () => {
  test("is consistent and readable by its owner only", async () => {
    const outcome = await run(["verify", backup, "--json"], folder);
    expect(json(outcome)).toMatchObject({
      ok: true,
      faults: [],
      counts: { projects: expect.any(Number) },
    });
    expect(outcome.code).toBe(0);
    const names = (json(outcome).entries as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["spoor.db", "secret.key"]));
    expect(names.some((name) => name.startsWith("telemetry/"))).toBe(true);
    expect((await stat(backup)).mode & 0o777).toBe(0o600);
  });

  test("is a tar with checksums that standard tools verify", async () => {
    const unpacked = await mkdtemp(join(folder, "unpacked-"));
    await promisify(execFile)("tar", ["-xf", backup], { cwd: unpacked });
    await promisify(execFile)("sha256sum", ["--check", "manifest.json.sha256"], { cwd: unpacked });
    expect((await readFile(join(unpacked, "secret.key"))).length).toBe(32);
  });

  test("restores every event accepted before it, each once", async () => {
    expect(sent.length).toBeGreaterThan(before.size);
    const dataFolder = join(folder, "second");
    const restored = await run(["restore", backup], dataFolder);
    expect(restored).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringMatching(/Restored .* as of .* Start it with/),
    });
    expect((await stat(join(dataFolder, "secret.key"))).mode & 0o777).toBe(0o600);

    const second = await startSpoor({ dataFolder });
    try {
      const there = projectOn(second, shop);
      // The restored server accepts events with the same key. They are processed after the backlog.
      const event_id = "f".repeat(32);
      expect(
        (await sendEnvelope(second, there, envelopeOf({ event_id, message: "after" }))).status,
      ).toBe(200);
      const titles = async () => (await there.issues()).map(({ title }) => title);
      await expect.poll(titles).toContain("after");
      sent.push(event_id);
      const total = (await there.issues()).reduce((sum, issue) => sum + issue.count, 0);
      const ids = await allEventIds(there);
      const present = new Set(ids);
      expect([...before].filter((id) => !present.has(id))).toEqual([]);
      expect(ids.length, "no event twice").toBe(present.size);
      expect(total, "counted once").toBe(ids.length);
      expect(
        ids.filter((id) => !sent.includes(id)),
        "nothing that was not sent",
      ).toEqual([]);
    } finally {
      await second.stop();
    }
  });

  test("is the same when compressed through a pipe", async () => {
    const packed = `${backup}.zst`;
    const dataFolder = join(folder, "piped");
    const pipe = '"$0" "$1" backup - | SPOOR_DATA="$2" "$0" "$1" restore - --json';
    const piping = promisify(execFile)("sh", ["-c", pipe, process.execPath, cli, dataFolder], {
      env: environmentOf(spoor.dataFolder),
    });
    expect(JSON.parse((await piping).stdout)).toMatchObject({ dataFolder });
    expect((await run(["backup", packed], spoor.dataFolder)).code).toBe(0);
    expect((await stat(packed)).size).toBeLessThan((await stat(backup)).size / 2);
    expect((await run(["verify", packed], folder)).code).toBe(0);
    expect((await run(["restore", packed, "--force"], dataFolder)).code).toBe(0);
  });
});

test("reports its age in doctor", async () => {
  const { findings } = json(await run(["doctor", "--json"], spoor.dataFolder)) as {
    findings: { check: string; detail: string }[];
  };
  const { detail } = findings.find(({ check }) => check === "last backup")!;
  expect(detail).toMatch(
    /^\d{4}-\d\d-\d\dT.*backup\.tar.*, [\d.]+ .iB, not verified: spoor verify .*$/,
  );
});

test("leaves nothing behind when terminated", async () => {
  const scratch = await mkdtemp(join(folder, "scratch-"));
  const env = { ...environmentOf(spoor.dataFolder), TMPDIR: scratch };
  // Its output is not read, so it blocks.
  const child = spawn(process.execPath, [cli, "backup", "-"], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  await expect.poll(() => readdir(scratch, { recursive: true })).toHaveLength(2);
  child.kill("SIGTERM");
  expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(130);
  expect(await readdir(scratch)).toEqual([]);
});

/** Like `verify` and `restore`, without a process for each. */
const read = (bytes: Buffer) => decompressed(Readable.from([bytes]));

describe("a damaged backup", () => {
  test("is detected at any byte and restores nothing", async () => {
    const whole = await readFile(backup);
    const dataFolder = join(folder, "never");
    for (const share of [0, 0.02, 0.3, 0.6, 0.97, 0.9999]) {
      const bytes = Buffer.from(whole);
      const at = Math.floor(bytes.length * share);
      bytes[at] = bytes[at]! ^ 0x10;
      expect((await verifyBackup(read(bytes), folder)).faults, `byte ${at}`).not.toEqual([]);
      const restoring = restoreBackup(read(bytes), { dataFolder, force: false, now: Date.now });
      await expect(restoring, `byte ${at}`).rejects.toThrow(/damaged/);
    }
    const short = whole.subarray(0, Math.floor(whole.length * 0.7));
    expect((await verifyBackup(read(short), folder)).faults.join()).toMatch(/incomplete/);
    await expect(
      restoreBackup(read(short), { dataFolder, force: true, now: Date.now }),
    ).rejects.toThrow(/incomplete/);
    expect(await readdir(dataFolder)).toEqual(["server.lock"]);
  });

  test("exits with 1 and a message", async () => {
    const damaged = join(folder, "damaged.tar");
    const bytes = await readFile(backup);
    bytes[5000] = bytes[5000]! ^ 1;
    await writeFile(damaged, bytes);
    const outcome = await run(["verify", damaged, "--json"], folder);
    expect(outcome.code).toBe(1);
    expect(json(outcome)).toMatchObject({
      ok: false,
      faults: expect.arrayContaining([expect.stringMatching(/spoor.db/)]),
    });
    const restoring = await run(["restore", damaged], join(folder, "never"));
    expect(restoring).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^spoor: spoor.db is damaged/),
    });
  });

  test("is refused when it is not a backup", async () => {
    const other = join(folder, "other.txt");
    await writeFile(other, "x".repeat(5000));
    expect(await run(["verify", other], folder)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/not a backup/),
    });
    expect(await run(["verify", join(folder, "nothing")], folder)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^spoor: File .* not found/),
    });
  });
});

describe("existing files", () => {
  test("are never replaced by a backup", async () => {
    const outcome = await run(["backup", backup], spoor.dataFolder);
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringMatching(/already exists/) });
  });

  test("are left alone: backup refuses a folder without data and creates none", async () => {
    const empty = await mkdtemp(join(folder, "empty-"));
    const outcome = await run(["backup", join(folder, "none.tar")], empty);
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringMatching(/No Spoor data in/) });
    await expect(stat(join(empty, "spoor.db"))).rejects.toThrow(/ENOENT/);
    await expect(stat(join(folder, "none.tar"))).rejects.toThrow(/ENOENT/);
  });

  test("are not replaced by a restore into a folder in use", async () => {
    const running = await startSpoor({ dataFolder: join(folder, "running") });
    const outcome = await run(["restore", backup, "--force"], running.dataFolder);
    await running.stop();
    expect(outcome).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Another Spoor process uses/),
    });
  });

  test("are moved aside by a restore with --force only", async () => {
    const dataFolder = join(folder, "running");
    const refused = await run(["restore", backup], dataFolder);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/is not empty/) });
    const forced = json(await run(["restore", backup, "--force", "--json"], dataFolder));
    expect((await stat(join(String(forced.movedTo), "spoor.db"))).size).toBeGreaterThan(0);
    const users = json(await run(["user", "list", "--json"], dataFolder)).users as {
      email: string;
    }[];
    expect(users.map(({ email }) => email)).toEqual(["mira@example.com"]);
  });
});
