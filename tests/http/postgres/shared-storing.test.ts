import { afterAll, beforeAll, expect, test } from "vitest";
import { type Accepted, at, startSending, waitForAll } from "#tests/harness/accounted.ts";
import { type TestPostgres, startPostgres } from "#tests/harness/servers/postgres.ts";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { startTwoSpoors, type TwoSpoors } from "#tests/harness/two-spoors.ts";

// Two processes accept events of a project, and one of them stores them at a time.

let server: TestPostgres;
let spoor: TwoSpoors;
let project: TestProject;
beforeAll(async () => {
  server = await startPostgres();
  spoor = await startTwoSpoors(server);
  await makeOwner(spoor);
  project = await makeProject(spoor, "flood");
});
afterAll(async () => {
  await spoor.remove();
  await server.stop();
});

test("kill -9 of the storing process loses and duplicates no acknowledged event", async () => {
  const [first, other] = spoor.both;
  let killed = first;
  const accepted: Accepted = { events: [], traces: [] };
  const keep = (more: Accepted) => {
    accepted.events.push(...more.events);
    accepted.traces.push(...more.traces);
  };
  const onOther = startSending(other, at(project, other), { senders: 8, most: 400, restMs: 5 });
  for (const acceptedFirst of [30, 5, 60]) {
    const sending = startSending(killed, at(project, killed), { senders: 16, most: 200 });
    await expect
      .poll(() => sending.accepted.events.length, { interval: 5 })
      .toBeGreaterThanOrEqual(acceptedFirst);
    await killed.kill();
    await sending.ended;
    keep(sending.accepted);
    killed = await killed.restart();
  }
  keep(await onOther.stop());
  await waitForAll(other, at(project, other), accepted);
  await killed.stop();
});
