import { open, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import {
  allOnce,
  at,
  comparedWith,
  eventCount,
  shownBy,
  startSending,
  waitForAll,
} from "#tests/harness/accounted.ts";
import { makeOwner, makeProject, owner, type TestProject } from "#tests/harness/project.ts";
import { environmentOf, runCli, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn } from "#tests/harness/visitor.ts";

const started: Spoor[] = [];
afterEach(async () => {
  for (const spoor of started.splice(0)) await spoor.remove();
});

async function startFilled(): Promise<{ spoor: Spoor; project: TestProject }> {
  const spoor = await startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } });
  started.push(spoor);
  await makeOwner(spoor);
  const project = await makeProject(spoor, "damaged");
  const sending = startSending(spoor, project, { senders: 5, most: 6 });
  await sending.ended;
  await waitForAll(spoor, project, sending.accepted);
  await spoor.stop();
  return { spoor, project };
}

/** Damages a file like a forgetful disk: everything after the first bytes changes. */
async function damage(path: string, from: number): Promise<void> {
  const file = await open(path, "r+");
  const { size } = await file.stat();
  await file.write(Buffer.alloc(size - from, 0xa5), 0, size - from, from);
  await file.close();
}

test("a damaged day is skipped, and the next start sets it aside", async () => {
  const { spoor, project } = await startFilled();
  const telemetry = join(spoor.dataFolder, "telemetry");
  const [today] = (await readdir(telemetry)).filter((name) => name.endsWith(".db"));
  // An event of yesterday, so that today's has its own file.
  await rename(join(telemetry, today!), join(telemetry, "2026-01-02.db"));
  await damage(join(telemetry, "2026-01-02.db"), 0);
  const again = await spoor.restart();
  started.push(again);
  const sending = startSending(again, at(project, again), { senders: 2, most: 5 });
  await sending.ended;
  expect([...sending.statuses]).toEqual([200]);
  await waitForEvents(again, project, sending.accepted.events);
  const sentence = "The telemetry of 2026-01-02 is damaged and not shown";
  expect((await (await signIn(again.url, owner)).get("/")).text).toContain(sentence);
  const ready = await fetch(`${again.url}/readyz`);
  expect([ready.status, await ready.text()]).toEqual([200, expect.stringContaining(sentence)]);
  await again.stop();
  expect(again.output()).toContain(sentence);
  started.push(await again.restart());
  expect(await readdir(telemetry)).toContain("2026-01-02.db.damaged");
  expect(await readdir(telemetry)).not.toContain("2026-01-02.db");
});

async function waitForEvents(spoor: Spoor, project: TestProject, ids: string[]): Promise<void> {
  const there = at(project, spoor);
  await expect.poll(() => eventCount(there)).toBeGreaterThan(ids.length);
  for (const issue of await there.issues()) {
    const latest = await there.get(`/issues/${issue.id}/events/latest.json`);
    expect([200, 404]).toContain(latest.status);
  }
}

test("with a damaged spoor.db, Spoor refuses to start and explains", async () => {
  const { spoor } = await startFilled();
  await damage(join(spoor.dataFolder, "spoor.db"), 0);
  await expect(spoor.restart()).rejects.toThrow(
    /database in the data folder .* is damaged.*spoor restore FILE/,
  );
});

test("with a missing spoor.db beside telemetry, serve and doctor create none and explain", async () => {
  const { spoor, project } = await startFilled();
  const [file, away] = ["spoor.db", "spoor.away"].map((name) => join(spoor.dataFolder, name)) as [
    string,
    string,
  ];
  await rename(file, away);
  const sentence = /contains telemetry but no spoor\.db.*spoor restore FILE --force/;
  await expect(spoor.restart()).rejects.toThrow(sentence);
  await expect(runCli(["doctor"], environmentOf(spoor.dataFolder))).rejects.toThrow(sentence);
  expect(await readdir(spoor.dataFolder)).not.toContain("spoor.db");
  await rename(away, file);
  const again = await spoor.restart();
  started.push(again);
  expect(await eventCount(at(project, again))).toBeGreaterThan(0);
});

test("with today's telemetry damaged, events queue until it is set aside", async () => {
  const { spoor: before, project } = await startFilled();
  const spoor = await before.restart();
  started.push(spoor);
  const visitor = await signIn(spoor.url, owner);
  const counted = await eventCount(at(project, spoor));
  const telemetry = join(spoor.dataFolder, "telemetry");
  const [today] = (await readdir(telemetry)).filter((name) => name.endsWith(".db"));
  await damage(join(telemetry, today!), 4096);
  const sending = startSending(spoor, at(project, spoor), { senders: 4, most: 6 });
  await sending.ended;
  expect([...sending.statuses]).toEqual([200]);
  const sentences = [
    `The telemetry of ${today!.slice(0, 10)} is damaged`,
    "They are queued on disk and will be stored after a restart",
  ];
  const readyText = async () => (await fetch(`${spoor.url}/readyz`)).text();
  for (const sentence of sentences) {
    await expect.poll(readyText).toContain(sentence);
    expect((await visitor.get("/")).text).toContain(sentence);
    expect(spoor.output()).toContain(sentence);
  }
  await spoor.kill();
  const again = await spoor.restart();
  started.push(again);
  const there = at(project, again);
  await expect.poll(() => eventCount(there)).toBe(counted + sending.accepted.events.length);
  expect(comparedWith(sending.accepted, await shownBy(again, there))).toEqual(allOnce);
  expect(await readdir(telemetry)).toContain(`${today}.damaged`);
});

test("with spoor.db damaged at run time, accepted events survive the repair", async () => {
  const { spoor: before, project } = await startFilled();
  const spoor = await before.restart();
  started.push(spoor);
  const path = join(spoor.dataFolder, "spoor.db");
  const there = at(project, spoor);
  const counted = await eventCount(there);
  const first = startSending(spoor, there, { senders: 1, most: 1 });
  await first.ended;
  const whole = await readFile(path);
  await damage(path, 4096);
  // Admission depends on timing: requests with cached keys are accepted and queued, others are
  // refused.
  const sending = startSending(spoor, there, { senders: 4, most: 6 });
  await sending.ended;
  expect(sending.statuses).not.toContain(500);
  const sentence =
    "The database spoor.db is damaged. Run “spoor doctor” for details. Then stop Spoor and restore a backup";
  const ready = () => fetch(`${spoor.url}/readyz`);
  await expect.poll(async () => (await ready()).text()).toContain(sentence);
  expect((await ready()).status).toBe(503);
  const page = await fetch(spoor.url, {
    headers: { accept: "text/html", cookie: "spoor_session=somebody" },
  });
  expect([page.status, await page.text()]).toEqual([503, expect.stringContaining(sentence)]);
  expect(spoor.output()).toContain(sentence);
  await spoor.kill();

  await writeFile(path, whole);
  const again = await spoor.restart();
  started.push(again);
  const events = [...first.accepted.events, ...sending.accepted.events];
  await expect.poll(() => eventCount(at(project, again))).toBe(counted + events.length);
  const traces = [...first.accepted.traces, ...sending.accepted.traces];
  expect(comparedWith({ events, traces }, await shownBy(again, at(project, again)))).toEqual(
    allOnce,
  );
});
