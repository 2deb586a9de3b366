import { afterEach, expect, test } from "vitest";
import { startSending, waitForAll } from "#tests/harness/accounted.ts";
import { prepareFaults } from "#tests/harness/faults.ts";
import { makeOwner, makeProject, owner } from "#tests/harness/project.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn } from "#tests/harness/visitor.ts";

const started: Spoor[] = [];
afterEach(async () => {
  for (const spoor of started.splice(0)) await spoor.remove();
});

async function start() {
  const faults = await prepareFaults();
  const spoor = await startSpoor({ environment: { ...faults.environment, OTEL_SDK_DISABLED: "true" } });
  started.push(spoor);
  await makeOwner(spoor);
  return { spoor, faults, project: await makeProject(spoor, "dying") };
}

const readyText = async (spoor: Spoor) => (await fetch(`${spoor.url}/readyz`)).text();

test("the worker dies under load: requests are refused for a moment, pages go on, nothing that was accepted is lost or doubled", async () => {
  const { spoor, faults, project } = await start();
  const visitor = await signIn(spoor.url, owner);
  const sending = startSending(spoor, project, { senders: 8, most: 100 });
  for (let death = 0; death < 2; death++) {
    const said: string[] = [];
    await pause(700);
    await faults.kill("worker");
    await expect
      .poll(async () => (said.push(await readyText(spoor)), said.join()), { timeout: 5000, interval: 20 })
      .toContain("The thread that takes events has ended");
    expect((await visitor.get("/")).status).toBe(200);
    await expect.poll(() => readyText(spoor), { timeout: 10_000 }).toBe('{"status":"ready"}');
  }
  const accepted = await sending.stop();
  expect(sending.statuses).toEqual(new Set([200, 503]));
  expect(accepted.events.length).toBeGreaterThan(50);
  await waitForAll(spoor, project, accepted);
  expect(spoor.output()).toContain("The ingest worker is up again.");
  expect((await visitor.get("/")).text).not.toContain("State of this Spoor");
});

test("the thread that reads what a flood left unread dies at its work: it is started again, and all is read", async () => {
  const { spoor, faults, project } = await start();
  const sending = startSending(spoor, project, { senders: 64, most: 10 });
  await pause(300);
  await faults.kill("reader-worker");
  await sending.ended;
  await faults.kill("reader-worker");
  await waitForAll(spoor, project, sending.accepted);
  expect([...sending.statuses]).toEqual([200]);
});

test("the clock jumps a day back and a day ahead: events are kept and shown, and the log says so", async () => {
  const { spoor, faults, project } = await start();
  const day = 24 * 3_600_000;
  const all = { events: [] as string[], traces: [] as string[] };
  for (const { offset, said } of [
    { offset: -day, said: "set back by 86400 s" },
    { offset: day, said: "set forward by 172800 s" },
  ]) {
    await faults.setClock(offset);
    await expect.poll(() => spoor.output(), { timeout: 5000 }).toContain(said);
    const sending = startSending(spoor, project, { senders: 2, most: 8, filling: 10 });
    await sending.ended;
    expect([...sending.statuses]).toEqual([200]);
    all.events.push(...sending.accepted.events);
    all.traces.push(...sending.accepted.traces);
    await waitForAll(spoor, project, all);
  }
  expect((await project.get("/issues.json")).status).toBe(200);
});
