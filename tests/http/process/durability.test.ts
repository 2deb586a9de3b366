import { randomInt } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { at, startSending, waitForAll } from "#tests/harness/accounted.ts";
import { Chance } from "#tests/bench/load/chance.ts";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
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

/**
 * Number of accepted events before each kill. It is printed, and `SPOOR_TEST_SEED` repeats it as
 * far as timing permits.
 */
function killMoments(): number[] {
  const seed = Number(process.env.SPOOR_TEST_SEED ?? randomInt(1, 2 ** 31));
  console.log(`The moments of the kills: SPOOR_TEST_SEED=${seed}`);
  const chance = new Chance(seed);
  return [10 + chance.below(50), 1 + chance.below(19), 40 + chance.below(80)];
}

/**
 * Requests of few senders are read at ingestion; those of many stay unread, and a second thread
 * reads them during the next kill.
 */
test.each([
  { senders: 8, mode: "read at the door" },
  { senders: 64, mode: "kept unread" },
])(
  "kill -9 during a $mode load loses and duplicates no acknowledged event",
  async ({ senders }) => {
    const { spoor, project } = await start();
    const accepted = { events: [] as string[], traces: [] as string[] };
    let running = spoor;
    for (const acceptedFirst of killMoments()) {
      const sending = startSending(running, at(project, running), { senders, most: 200 });
      await expect
        .poll(() => sending.accepted.events.length, { interval: 5 })
        .toBeGreaterThanOrEqual(acceptedFirst);
      await running.kill();
      await sending.ended;
      accepted.events.push(...sending.accepted.events);
      accepted.traces.push(...sending.accepted.traces);
      running = await running.restart();
      started.push(running);
    }
    await waitForAll(running, at(project, running), accepted);
  },
);

test("SIGTERM under load answers open requests, drains the queue, and exits with 0", async () => {
  const { spoor, project } = await start();
  const sending = startSending(spoor, project, { senders: 48, most: 200 });
  await pause(500);
  expect(await spoor.stop()).toBe(0);
  await sending.ended;
  const again = await spoor.restart();
  started.push(again);
  await waitForAll(again, at(project, again), sending.accepted);
});

test("a second server on the same folder exits with an explanation", async () => {
  const { spoor } = await start();
  await expect(startSpoor({ dataFolder: spoor.dataFolder })).rejects.toThrow(
    /Another Spoor process uses/,
  );
});
