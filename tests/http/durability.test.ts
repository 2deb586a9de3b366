import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { envelopeOf, makeOwner, makeProject, sendEnvelope, type TestProject } from "#tests/harness/project.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";

const started: Spoor[] = [];
afterEach(async () => {
  for (const spoor of started.splice(0)) await spoor.remove();
});

async function start(): Promise<{ spoor: Spoor; project: TestProject }> {
  const spoor = await startSpoor();
  started.push(spoor);
  await makeOwner(spoor);
  return { spoor, project: await makeProject(spoor, "flood") };
}

/** Sends until the server is gone; resolves to the ids that were answered 200. */
async function flood(spoor: Spoor, project: TestProject, issues: number): Promise<string[]> {
  const accepted: string[] = [];
  let gone = false;
  async function sender(number: number): Promise<void> {
    for (let i = 0; !gone && i < 2000; i++) {
      const event_id = randomUUID().replaceAll("-", "");
      const body = envelopeOf({
        event_id,
        message: `flood of kind ${"abcdefghij"[(number + i) % issues]}`,
        extra: { filling: "x".repeat(2000) },
      });
      try {
        const answer = await sendEnvelope(spoor, project, body);
        await answer.text();
        if (answer.status === 200) accepted.push(event_id);
      } catch {
        gone = true;
      }
    }
  }
  await Promise.all(Array.from({ length: 16 }, (_, number) => sender(number)));
  return accepted;
}

async function eventIds(project: TestProject, spoor: Spoor): Promise<string[]> {
  const ids: string[] = [];
  for (const issue of await project.issues()) {
    let id: string | null = "latest";
    while (id) {
      const answer = await fetch(`${spoor.url}/${project.slug}/issues/${issue.id}/events/${id}.json`, {
        headers: { authorization: `Bearer ${project.token}` },
      });
      const event = (await answer.json()) as { eventId: string; older: string | null };
      ids.push(event.eventId);
      id = event.older;
    }
  }
  return ids;
}

test.each([300, 900, 1500])(
  "kill -9 in a flood, after %i ms: what was answered 200 is there after the restart, none twice",
  async (afterMs) => {
    const { spoor, project } = await start();
    const flooding = flood(spoor, project, 5);
    await pause(afterMs);
    await spoor.kill();
    const accepted = await flooding;
    expect(accepted.length).toBeGreaterThan(20);

    const again = await spoor.restart();
    started.push(again);
    const after = reopened(project, again);
    const total = async () => (await after.issues()).reduce((sum, issue) => sum + issue.count, 0);
    await expect.poll(total, { timeout: 20_000 }).toBeGreaterThanOrEqual(accepted.length);

    const ids = await eventIds(after, again);
    const present = new Set(ids);
    expect(accepted.filter((id) => !present.has(id))).toEqual([]);
    expect(ids.length, "no event twice").toBe(present.size);
    expect(await total(), "counted once").toBe(ids.length);
  },
);

test("SIGTERM under load: requests under way are answered, the queue is drained, the exit code is 0", async () => {
  const { spoor, project } = await start();
  const flooding = flood(spoor, project, 3);
  await pause(500);
  expect(await spoor.stop()).toBe(0);
  const accepted = await flooding;
  const again = await spoor.restart();
  started.push(again);
  const after = reopened(project, again);
  const ids = new Set(await eventIds(after, again));
  expect(accepted.filter((id) => !ids.has(id))).toEqual([]);
});

test("a second server on the same folder refuses with a sentence", async () => {
  const { spoor } = await start();
  await expect(startSpoor({ dataFolder: spoor.dataFolder })).rejects.toThrow(/Another Spoor is serving/);
});

/** The project as the restarted server has it: another port, the same token. */
function reopened(project: TestProject, spoor: Spoor): TestProject {
  const get = (path: string) =>
    fetch(`${spoor.url}/${project.slug}${path}`, { headers: { authorization: `Bearer ${project.token}` } });
  const issues = async () =>
    ((await (await get("/issues.json?limit=200")).json()) as { issues: Awaited<ReturnType<TestProject["issues"]>> })
      .issues;
  return { ...project, get, issues };
}
