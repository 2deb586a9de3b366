import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import {
  cp,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { afterAll, afterEach, expect, test } from "vitest";
import {
  type Accepted,
  at,
  eventCount,
  shownBy,
  startSending,
  waitForAll,
} from "#tests/harness/accounted.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { residentCli } from "#tests/harness/resident-cli.ts";
import { cli, environmentOf, runCli, type Spoor, startSpoor } from "#tests/harness/spoor.ts";

const started: Pick<Spoor, "remove">[] = [];
let original: Original | undefined;
afterEach(async () => {
  for (const spoor of started.splice(0)) await spoor.remove();
});
afterAll(() => original?.remove());

type Count = { saved: number; present: number; deleted: number; lost: number };
type Answer = { day: string; files: string[]; events: Count; traces: Count; attachments: Count };

const none = { saved: 0, present: 0, deleted: 0, lost: 0 };
const fileName = "basket.log";
const log = "basket 7 was loaded\nbasket 7 is empty";

type Stopped = Pick<Spoor, "dataFolder" | "run" | "restart" | "remove">;
type Day = { project: TestProject; name: string; accepted: Accepted; withFile: string };
type Original = Day & { dataFolder: string; remove(): Promise<void> };
type Filled = Omit<Day, "name"> & { spoor: Stopped; path: string; day: string };

const environment = { OTEL_SDK_DISABLED: "true" };

/** A stopped server with a day of events, traces, and an attachment; each test damages a copy. */
async function fillOnce(): Promise<Original> {
  const spoor = await startSpoor({ environment });
  await makeOwner(spoor);
  const project = await makeProject(spoor, "salvaged");
  const withFile = await sendFile(spoor, project);
  const sending = startSending(spoor, project, { senders: 4, most: 60, filling: 3_000 });
  await sending.ended;
  const events = [withFile, ...sending.accepted.events, ...(await sendLarge(spoor, project))];
  const accepted = { events, traces: sending.accepted.traces };
  await waitForAll(spoor, project, accepted);
  await spoor.stop();
  const { dataFolder, remove } = spoor;
  const [name] = (await readdir(join(dataFolder, "telemetry"))).filter((each) =>
    each.endsWith(".db"),
  );
  return { project, name: name!, accepted, withFile, dataFolder, remove };
}

async function fill(): Promise<Filled> {
  const { project, name, accepted, withFile, ...filled } = (original ??= await fillOnce());
  const dataFolder = await mkdtemp(join(tmpdir(), "spoor-salvage-"));
  await cp(filled.dataFolder, dataFolder, { recursive: true });
  const spoor = stoppedOn(dataFolder);
  started.push(spoor);
  return {
    spoor,
    project,
    path: join(dataFolder, "telemetry", name),
    day: name.slice(0, 10),
    accepted,
    withFile,
  };
}

function stoppedOn(dataFolder: string): Stopped {
  const { run, end } = residentCli(environmentOf(dataFolder, environment));
  return {
    dataFolder,
    run,
    restart: () => startSpoor({ dataFolder, environment }),
    async remove() {
      await end();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

async function sendFile(spoor: Spoor, project: TestProject): Promise<string> {
  const event_id = randomUUID().replaceAll("-", "");
  const event = JSON.stringify({ event_id, message: "with a file" });
  const file = JSON.stringify({ type: "attachment", filename: fileName, length: log.length });
  await sendEnvelope(
    spoor,
    project,
    `${JSON.stringify({ event_id })}\n{"type":"event"}\n${event}\n${file}\n${log}\n`,
  );
  return event_id;
}

/** Barely compressible text, so that the file exceeds the first pages of its tables. */
async function sendLarge(spoor: Spoor, project: TestProject): Promise<string[]> {
  const ids = Array.from({ length: 60 }, () => randomUUID().replaceAll("-", ""));
  for (const event_id of ids) {
    const event = {
      event_id,
      message: "large",
      extra: { filling: randomBytes(12_000).toString("base64") },
    };
    const answer = await sendEnvelope(spoor, project, envelopeOf(event));
    expect(answer.status).toBe(200);
  }
  return ids;
}

const salvage = async (spoor: Stopped, day: string) => (await spoor.run("salvage", day)) as Answer;

const zeroed = "zeroed pages";
const firstPage = "its first page overwritten";

const damages: Record<string, (path: string) => Promise<void>> = {
  // Several pages, as a single one may be free.
  [zeroed]: (path) => overwrite(path, Buffer.alloc(8 * 4096)),
  "random bytes in the middle": (path) => overwrite(path, randomBytes(3 * 4096)),
  "half of it cut off": async (path) => truncate(path, Math.floor((await stat(path)).size / 2)),
  [firstPage]: (path) => overwrite(path, randomBytes(4096), 0),
};

async function overwrite(path: string, bytes: Buffer, from?: number): Promise<void> {
  const file = await open(path, "r+");
  const middle = Math.floor((await file.stat()).size / 2 / 4096) * 4096;
  await file.write(bytes, 0, bytes.length, from ?? middle);
  await file.close();
}

/** Names and times of the day's files; a check leaves empty logs beside a file. */
async function filesOf(path: string): Promise<string[]> {
  const names = (await readdir(dirname(path))).filter(
    (name) => name.startsWith(basename(path)) && !/-(?:wal|shm)$/.test(name),
  );
  const times = names.map(
    async (name) => `${name} ${(await stat(join(dirname(path), name))).mtimeMs}`,
  );
  return (await Promise.all(times)).toSorted();
}

/** Each accepted event once, no other, and as many as the command reported. */
async function expectShown(
  spoor: Spoor,
  project: TestProject,
  accepted: Accepted,
  answer: Answer,
): Promise<void> {
  const shown = await shownBy(spoor, at(project, spoor));
  for (const kind of ["events", "traces"] as const) {
    expect(new Set(shown[kind]).size, `${kind} twice`).toBe(shown[kind].length);
    expect(new Set(accepted[kind])).toEqual(new Set([...accepted[kind], ...shown[kind]]));
    expect(shown[kind].length).toBe(answer[kind].saved + answer[kind].present);
  }
}

for (const [name, damage] of Object.entries(damages))
  test(`a day with ${name}: salvage restores readable rows once`, async () => {
    const { spoor, project, path, day, accepted } = await fill();
    await damage(path);
    const answer = await salvage(spoor, day);
    expect(answer.files).toEqual([`${day}.db.damaged`]);
    expect(answer.events.saved).toBeGreaterThan(accepted.events.length / 3);
    expect(answer.traces.saved).toBeGreaterThan(accepted.traces.length / 3);
    const after = await filesOf(path);
    expect(await salvage(spoor, day)).toEqual({
      day,
      files: [],
      events: none,
      traces: none,
      attachments: none,
    });
    expect(await filesOf(path)).toEqual(after);
    const restarted = await spoor.restart();
    started.push(restarted);
    await expectShown(restarted, project, accepted, answer);
    expect(await eventCount(at(project, restarted))).toBe(accepted.events.length);
    expect(await (await fetch(`${restarted.url}/readyz`)).text()).not.toMatch(/damaged|missing/);
  });

test("a day without its first page is restored with events, spans, and the attachment", async () => {
  const { spoor, project, path, day, accepted, withFile } = await fill();
  await damages[firstPage]!(path);
  const all = (count: number) => ({ ...none, saved: count });
  expect(await salvage(spoor, day)).toEqual({
    day,
    files: [`${day}.db.damaged`],
    events: all(accepted.events.length),
    traces: all(accepted.traces.length),
    attachments: all(1),
  });
  const restarted = await spoor.restart();
  started.push(restarted);
  const there = at(project, restarted);
  const issue = (await there.issues()).find(({ title }) => title.includes("with a file"))!;
  const event = await (await there.get(`/issues/${issue.id}/events/${withFile}.json`)).text();
  expect(event).toContain(fileName);
  const trace = await (await there.get(`/traces/${accepted.traces[0]}.json`)).text();
  expect(trace).toContain("GET /flood");
});

test(
  "a day set aside merges into its successor file, without duplicates when repeated",
  {
    // A check of the file watch on a machine that runs other tests too.
    timeout: 150_000,
  },
  async () => {
    const { spoor, project, path, day, accepted } = await fill();
    await damages[zeroed]!(path);
    const finding = await spoor.restart();
    started.push(finding);
    const ready = async (from: Spoor) => (await fetch(`${from.url}/readyz`)).text();
    await expect.poll(() => ready(finding), { timeout: 60_000 }).toContain(`spoor salvage ${day}`);
    expect(finding.output()).toContain(`spoor salvage ${day}`);
    await finding.stop();
    const since = await finding.restart();
    started.push(since);
    const sending = startSending(since, at(project, since), { senders: 2, most: 8 });
    await sending.ended;
    await expect
      .poll(() => eventCount(at(project, since)))
      .toBe(accepted.events.length + sending.accepted.events.length);
    await expect(salvage(since, day)).rejects.toThrow(/Stop it first/);
    await since.stop();
    expect((await stat(`${path}.damaged`)).size).toBeGreaterThan(0);
    const answer = await salvage(since, day);
    expect(answer.events).toEqual({ ...none, saved: expect.any(Number), lost: expect.any(Number) });
    await rename(`${path}.damaged.salvaged`, `${path}.damaged`);
    const again = await salvage(since, day);
    expect(again.events).toEqual({ ...answer.events, saved: 0, present: answer.events.saved });
    expect(again.traces).toEqual({ ...answer.traces, saved: 0, present: answer.traces.saved });
    expect(again.attachments).toEqual({
      ...answer.attachments,
      saved: 0,
      present: answer.attachments.saved,
    });
    const restarted = await since.restart();
    started.push(restarted);
    const shown = await shownBy(restarted, at(project, restarted));
    expect(new Set(shown.events).size).toBe(shown.events.length);
    expect(shown.events).toEqual(expect.arrayContaining(sending.accepted.events));
    expect(shown.events.length).toBe(answer.events.saved + sending.accepted.events.length);
    expect(shown.traces.toSorted()).toEqual(
      [...accepted.traces, ...sending.accepted.traces].toSorted(),
    );
    expect(await ready(restarted)).not.toMatch(/damaged|missing/);
  },
);

test(
  "a lost file's day is restored from a backup beside later data",
  { timeout: 150_000 },
  async () => {
    const { spoor, project, path, day, accepted } = await fill();
    const backup = join(spoor.dataFolder, "..", `${basename(spoor.dataFolder)}.tar`);
    await spoor.run("backup", backup);
    await rm(path);
    const since = await spoor.restart();
    started.push(since);
    const sending = startSending(since, at(project, since), { senders: 2, most: 8 });
    await sending.ended;
    const ready = async (from: Spoor) => (await fetch(`${from.url}/readyz`)).text();
    await expect.poll(() => ready(since), { timeout: 60_000 }).toContain("missing");
    await since.stop();
    const advice = await promisify(execFile)(process.execPath, [cli, "doctor"], {
      env: environmentOf(spoor.dataFolder),
    }).catch((failed: { stdout: string; stderr: string }) => failed);
    const [command] = /tar -xOf \S+ \S+ > \S+/.exec(advice.stdout + advice.stderr)!;
    await promisify(execFile)("sh", ["-c", command]);
    expect((await salvage(since, day)).events).toEqual({ ...none, saved: accepted.events.length });
    const restarted = await since.restart();
    started.push(restarted);
    const { events } = await shownBy(restarted, at(project, restarted));
    expect(events.toSorted()).toEqual([...accepted.events, ...sending.accepted.events].toSorted());
    expect(await ready(restarted)).not.toMatch(/damaged|missing/);
    await rm(backup);
  },
);

test("a file without readable rows loses what its last measurement counted", async () => {
  const { spoor, path, day } = await fill();
  const database = new DatabaseSync(join(spoor.dataFolder, "spoor.db"));
  database.exec(`DELETE FROM telemetry_shares; INSERT INTO telemetry_shares (project_id, day, events, traces, attachment_bytes)
    SELECT max(id), '${day}', 200, 50, 0 FROM projects`);
  database.close();
  await writeFile(path, randomBytes(100_000));
  const { events, traces } = await salvage(spoor, day);
  expect([events.saved, traces.saved]).toEqual([0, 0]);
  expect([events.lost, traces.lost]).toEqual([200, 50]);
});

test("an accepted loss of a missing or damaged file is no longer reported", async () => {
  const { spoor, path, day } = await fill();
  const accept = () => spoor.run("salvage", day, "--accept-loss");
  const faults = async () => {
    const doctor = runCli(["doctor"], environmentOf(spoor.dataFolder));
    const { findings } = (await doctor.catch((error: { stdout: string }) =>
      JSON.parse(error.stdout),
    )) as Doctor;
    return findings.flatMap(({ check, ok, detail }) =>
      ok || !check.startsWith("telemetry/") ? [] : [detail],
    );
  };
  expect(await accept()).toMatchObject({ acceptedFiles: 0 });
  const kept = await readFile(path);
  await rm(path);
  expect(await faults()).toEqual([expect.stringMatching(/missing.*--accept-loss/)]);
  expect(await accept()).toMatchObject({ day, acceptedFiles: 1 });
  expect(await faults()).toEqual([]);
  await writeFile(`${path}.damaged`, kept.subarray(0, 9_000));
  expect(await faults()).toEqual([expect.stringMatching(/set aside.*--accept-loss/)]);
  expect(await accept()).toMatchObject({ day, acceptedFiles: 1 });
  expect(await faults()).toEqual([]);
  expect((await stat(`${path}.damaged.salvaged`)).size).toBe(9_000);
});

type Doctor = { findings: { check: string; ok: boolean; detail: string }[] };

test("events of a deleted issue stay deleted", async () => {
  const { spoor, path, day, accepted } = await fill();
  await damages[firstPage]!(path);
  const database = new DatabaseSync(join(spoor.dataFolder, "spoor.db"));
  database.exec("DELETE FROM fingerprints; DELETE FROM issues");
  database.close();
  const answer = await salvage(spoor, day);
  expect(answer.events).toEqual({ ...none, deleted: accepted.events.length });
  expect(answer.attachments.saved).toBe(0);
  expect(answer.traces.saved).toBe(accepted.traces.length);
});

test("salvage explains itself, invalid days, and databases", async () => {
  const spoor = await startSpoor();
  started.push(spoor);
  await expect(spoor.run("salvage", "yesterday")).rejects.toThrow(
    /“yesterday” is not a date\. Use the format 2026-11-22/,
  );
  const inDatabase = {
    ...environmentOf(spoor.dataFolder),
    DATABASE_URL: "postgres://localhost/none",
  };
  await expect(runCli(["salvage", "2026-11-22"], inDatabase)).rejects.toThrow(
    /works on the files of a data folder/,
  );
});
