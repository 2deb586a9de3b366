import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { heavyEnvelope, metric, startFlood } from "#tests/harness/data/flood.ts";
import { envelopeOf, makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";

let spoor: Spoor;
let loud: TestProject;
let quiet: TestProject;
beforeAll(async () => {
  spoor = await startSpoor({
    environment: { SPOOR_QUEUE_SECONDS: "1", OTEL_SDK_DISABLED: "true" },
  });
  await makeOwner(spoor);
  [loud, quiet] = [await makeProject(spoor, "loud"), await makeProject(spoor, "quiet")];
});
afterAll(() => spoor?.remove());

const countOf = async (project: TestProject) =>
  (await project.issues()).reduce((sum, { count }) => sum + count, 0);

async function untilCount(project: TestProject, count: number): Promise<number> {
  const began = performance.now();
  await expect
    .poll(() => countOf(project), { timeout: 30_000, interval: 100 })
    .toBeGreaterThanOrEqual(count);
  return performance.now() - began;
}

test("a flood is refused with a reason, and a quiet project is unaffected", async () => {
  const before = await metric(spoor, "spoor_requests_refused_total");
  const [hadLoud, hadQuiet] = [await countOf(loud), await countOf(quiet)];
  const flood = startFlood(spoor, loud, { senders: 48, body: heavyEnvelope("too much") });
  onTestFinished(() => void flood.stop());
  await expect.poll(() => metric(spoor, "spoor_requests_refused_total")).toBeGreaterThan(before);

  const body = Buffer.from(
    envelopeOf({ event_id: "a".repeat(32), message: "a quiet word" }).replace(
      /"event_id":"a+",?/g,
      "",
    ),
  );
  const trickle = startFlood(spoor, quiet, { senders: 1, body, headers: {}, pauseMs: 100 });
  onTestFinished(() => void trickle.stop());
  const letIn = hadLoud + flood.accepted();
  const [waitedMs, backlogMs] = await Promise.all([
    untilCount(quiet, hadQuiet + 1),
    untilCount(loud, letIn),
  ]);
  const pageBegan = performance.now();
  expect((await quiet.get("/issues.json")).status).toBe(200);
  const pageMs = performance.now() - pageBegan;
  await pause(1000);

  const whispered = await trickle.stop();
  const shouted = await flood.stop();
  expect([...whispered.byStatus.keys()]).toEqual([200]);
  expect(shouted.refusal).toMatchObject({
    status: 429,
    detail: expect.stringContaining("this project exceeds its share"),
  });
  expect(Number(shouted.refusal!.retryAfter)).toBeGreaterThanOrEqual(1);
  expect(shouted.refusal!.rateLimits).toBe(
    `${shouted.refusal!.retryAfter}::project:more_than_its_share`,
  );
  expect(
    Math.max(shouted.slowestMs, whispered.slowestMs),
    "answers are quick, on a machine shared with other tests",
  ).toBeLessThan(3000);
  expect(
    waitedMs,
    "the bound is one second and what was let in before, which a slow machine stores slowly",
  ).toBeLessThan(2 * backlogMs + 2000);
  expect(pageMs).toBeLessThan(2000);

  await expect
    .poll(() => countOf(loud), { timeout: 30_000, interval: 200 })
    .toBe(hadLoud + shouted.byStatus.get(200)!);
  await expect.poll(() => countOf(quiet)).toBe(hadQuiet + whispered.byStatus.get(200)!);
  const refused = await metric(spoor, 'spoor_requests_refused_total{reason="more than its share"}');
  expect(refused).toBeGreaterThan(0);
});
