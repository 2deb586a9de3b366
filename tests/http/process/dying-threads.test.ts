import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { eventCount, startSending, waitForAll } from "#tests/harness/accounted.ts";
import { prepareFaults } from "#tests/harness/faults/faults.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { uploadBundle } from "#tests/harness/data/upload-bundle.ts";
import { signIn } from "#tests/harness/visitor.ts";

const started: Spoor[] = [];
afterEach(async () => {
  for (const spoor of started.splice(0)) await spoor.remove();
});

async function start() {
  const faults = await prepareFaults();
  const spoor = await startSpoor({
    environment: { ...faults.environment, OTEL_SDK_DISABLED: "true" },
  });
  started.push(spoor);
  await makeOwner(spoor);
  return { spoor, faults, project: await makeProject(spoor, "dying") };
}

/** Ready without troubles. */
const ready = /^\{"status":"ready"(?!.*"troubles")/;
const readyText = async (spoor: Spoor) => (await fetch(`${spoor.url}/readyz`)).text();

test("a dying worker loses and duplicates no event, and pages continue", async () => {
  const { spoor, faults, project } = await start();
  const visitor = await signIn(spoor.url, owner);
  const sending = startSending(spoor, project, { senders: 8, most: 2000, restMs: 20 });
  for (let death = 0; death < 2; death++) {
    const said: string[] = [];
    await pause(700);
    await faults.kill("worker");
    await expect
      .poll(async () => (said.push(await readyText(spoor)), said.join()), { interval: 20 })
      .toContain("The ingestion thread ended");
    expect((await visitor.get("/")).status).toBe(200);
    await expect.poll(() => readyText(spoor)).toMatch(ready);
  }
  const accepted = await sending.stop();
  expect(sending.statuses).toEqual(new Set([200, 503]));
  expect(accepted.events.length).toBeGreaterThan(50);
  await waitForAll(spoor, project, accepted);
  expect(spoor.output()).toContain("The ingest worker restarted.");
  expect((await visitor.get("/")).text).not.toContain("Problems of this instance");
});

test("when the thread that reads a backlog dies, it restarts and reads everything", async () => {
  const { spoor, faults, project } = await start();
  const sending = startSending(spoor, project, { senders: 64, most: 10 });
  await pause(300);
  await faults.kill("reader-worker");
  await sending.ended;
  await faults.kill("reader-worker");
  await waitForAll(spoor, project, sending.accepted);
  expect([...sending.statuses]).toEqual([200]);
});

describe("the source map thread", () => {
  const file = "https://shop.example/assets/cart.js";
  const sourceMap = {
    version: 3,
    sources: ["../src/cart.ts"],
    sourcesContent: ["throw 1"],
    names: [],
    mappings: "AAAA",
  };

  async function crash(spoor: Spoor, project: TestProject, debug_id: string): Promise<void> {
    const frames = [{ filename: file, function: "Rd", lineno: 1, colno: 1, in_app: true }];
    const values = [{ type: `Error of ${debug_id}`, value: "no price", stacktrace: { frames } }];
    const debug_meta = { images: [{ type: "sourcemap", code_file: file, debug_id }] };
    const event_id = randomUUID().replaceAll("-", "");
    const event = { event_id, platform: "javascript", debug_meta, exception: { values } };
    expect((await sendEnvelope(spoor, project, envelopeOf(event))).status).toBe(200);
  }

  const frameOf = async (project: TestProject, debugId: string) => {
    const issue = (await project.issues()).find(({ title }) => title.includes(debugId))!;
    return (await project.latestEvent(issue)).exceptions[0]!.frames[0]!;
  };

  test("dies: events are stored unmapped with a reason, and mapped after its restart", async () => {
    const { spoor, faults, project } = await start();
    const debugId = randomUUID();
    await uploadBundle(spoor, project, {
      "cart.js.map": { type: "source_map", debugId, content: JSON.stringify(sourceMap) },
    });
    // The source map thread with the upload, then the ingestion and page threads as they start.
    await faults.kill("artifact-worker");
    await expect.poll(() => faults.isDead("artifact-worker")).toBe(true);
    await faults.kill("artifact-worker");
    await crash(spoor, project, debugId);
    await project.waitForIssues(1);
    expect(faults.isDead("artifact-worker")).toBe(true);
    await faults.kill("artifact-worker");
    expect(await frameOf(project, debugId)).toMatchObject({
      file,
      mapped: false,
      unmapped: "unread",
    });
    expect(await frameOf(project, debugId)).toMatchObject({
      file: "src/cart.ts",
      mapped: true,
      unmapped: null,
    });
    await crash(spoor, project, debugId);
    await expect.poll(() => eventCount(project)).toBe(2);
    expect(await readyText(spoor)).toMatch(ready);
  });

  test("runs out of memory on one map: pages continue, and other maps are read", async () => {
    const { spoor, project } = await start();
    const [huge, small] = [randomUUID(), randomUUID()];
    // Each line becomes a list, which takes more than a gigabyte.
    const content = JSON.stringify({ ...sourceMap, mappings: `${";".repeat(30_000_000)}AAAA` });
    await uploadBundle(spoor, project, {
      "huge.js.map": { type: "source_map", debugId: huge, content },
    });
    await uploadBundle(spoor, project, {
      "small.js.map": { type: "source_map", debugId: small, content: JSON.stringify(sourceMap) },
    });
    await crash(spoor, project, huge);
    await project.waitForIssues(1);
    expect(await frameOf(project, huge)).toMatchObject({ mapped: false, unmapped: "unread" });
    await crash(spoor, project, small);
    await project.waitForIssues(2);
    expect(await frameOf(project, small)).toMatchObject({ file: "src/cart.ts", mapped: true });
    expect(await readyText(spoor)).toMatch(ready);
  });
});

test("when the clock jumps by a day, events are kept and the log reports it", async () => {
  const { spoor, faults, project } = await start();
  const day = 24 * 3_600_000;
  const all = { events: [] as string[], traces: [] as string[] };
  for (const { offset, said } of [
    { offset: -day, said: "set back by 86400 s" },
    { offset: day, said: "set forward by 172800 s" },
  ]) {
    await faults.setClock(offset);
    await expect.poll(() => spoor.output()).toContain(said);
    const sending = startSending(spoor, project, { senders: 2, most: 8, filling: 10 });
    await sending.ended;
    expect([...sending.statuses]).toEqual([200]);
    all.events.push(...sending.accepted.events);
    all.traces.push(...sending.accepted.traces);
    await waitForAll(spoor, project, all);
  }
  expect((await project.get("/issues.json")).status).toBe(200);
});
