import { open, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { at, eventCount, startSending, waitForAll } from "#tests/harness/accounted.ts";
import { makeOwner, makeProject, owner, type TestProject } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
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

/** What a disk does that forgets: everything behind the first bytes is something else. */
async function damage(path: string, from: number): Promise<void> {
  const file = await open(path, "r+");
  const { size } = await file.stat();
  await file.write(Buffer.alloc(size - from, 0xa5), 0, size - from, from);
  await file.close();
}

test("a damaged day is named and left out, the others are shown, and the next start sets it aside", async () => {
  const { spoor, project } = await startFilled();
  const telemetry = join(spoor.dataFolder, "telemetry");
  const [today] = (await readdir(telemetry)).filter((name) => name.endsWith(".db"));
  // Yesterday's, so that what comes today has a file of its own.
  await rename(join(telemetry, today!), join(telemetry, "2026-01-02.db"));
  await damage(join(telemetry, "2026-01-02.db"), 0);
  const again = await spoor.restart();
  started.push(again);
  const sending = startSending(again, at(project, again), { senders: 2, most: 5 });
  await sending.ended;
  expect([...sending.statuses]).toEqual([200]);
  await waitForEvents(again, project, sending.accepted.events);
  const sentence = "The telemetry of 2026-01-02 is damaged and was set aside";
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
  await expect.poll(() => eventCount(there), { timeout: 10_000 }).toBeGreaterThan(ids.length);
  for (const issue of await there.issues()) {
    const latest = await there.get(`/issues/${issue.id}/events/latest.json`);
    expect([200, 404]).toContain(latest.status);
  }
}

test("a damaged spoor.db: Spoor does not start, and says what to do", async () => {
  const { spoor } = await startFilled();
  await damage(join(spoor.dataFolder, "spoor.db"), 0);
  await expect(spoor.restart()).rejects.toThrow(/database in the data folder .* is damaged.*spoor restore FILE/);
});
