import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn, type Visitor } from "#tests/harness/visitor.ts";

let spoor: Spoor;
let session: Visitor;
let project: TestProject;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  session = await signIn(spoor.url, owner);
  project = await makeProject(spoor, "quotas");
});
afterAll(() => spoor.remove());

const send = () =>
  sendEnvelope(
    spoor,
    project,
    envelopeOf({ event_id: randomUUID().replaceAll("-", ""), message: "m" }),
  );

async function setQuota(eventsPerDay: string): Promise<void> {
  expect(
    (await session.post("/quotas/settings/intake", { eventsPerDay, spansPerDay: "" })).status,
  ).toBe(303);
  await pause(1_100);
}

test("a daily quota survives a restart and can be raised at once", async () => {
  await setQuota("3");
  const statuses = [];
  for (let each = 0; each < 4; each++) statuses.push((await send()).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  await project.waitForIssues(1, 3);

  await spoor.stop();
  spoor = await spoor.restart();
  session = await signIn(spoor.url, owner);
  const refused = await send();
  expect(refused.status).toBe(429);
  expect(refused.headers.get("x-sentry-rate-limits")).toMatch(/^\d+:error:project:quota$/);
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);

  await setQuota("");
  expect((await send()).status).toBe(200);
});

test("the page shows how full the quota is, and every event is counted", async () => {
  const rows = async () => {
    const { text: page } = await session.get("/quotas/settings/intake");
    const foot = /<tfoot>(.*?)<\/tfoot>/.exec(page)?.[1] ?? "";
    return [...foot.matchAll(/<td class="number">(?:<span class="meta">)?(\d+)/g)].map(
      ([, count]) => Number(count),
    );
  };
  await expect.poll(rows).toEqual([6, 4, 2]);
  await setQuota("8");
  const { text: page } = await session.get("/quotas/settings/intake");
  expect(page).toContain("4 of 8 events stored today (UTC), 50%");
});

test("a dropped part of a request stays dropped when the queue is reread", async () => {
  const both = await makeProject(spoor, "spooled");
  const answer = await session.post("/spooled/settings/keys", { label: "Limited", perMinute: "6" });
  const publicKey = answer.location!.split("/").at(-1)!;
  const key = { ...both, publicKey };
  // The second event exceeds the quota, its attachment does not.
  for (const [id, beside] of ["session", "log"].entries()) {
    const event = envelopeOf({ event_id: String(id).repeat(32), message: "m" }).trimEnd();
    expect(
      (await sendEnvelope(spoor, key, `${event}\n{"type":"${beside}"}\n{"status":"ok"}\n`)).status,
    ).toBe(200);
  }
  await spoor.kill();
  spoor = await spoor.restart();
  const token = { headers: { authorization: `Bearer ${both.token}` } };
  const count = async () => {
    const list = await fetch(`${spoor.url}/spooled/issues.json`, token);
    return ((await list.json()) as { issues: { count: number }[] }).issues.map(
      (issue) => issue.count,
    );
  };
  await expect.poll(count).toEqual([1]);
});
