import { Agent, get } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { at, waitForAll } from "#tests/harness/accounted.ts";
import { makeOwner, makeProject, owner, type TestProject } from "#tests/harness/project.ts";
import {
  asSoleUser,
  giveToSoleUser,
  limit,
  canRaiseLimits,
  openIdleConnections,
  startClients,
  withOpenFiles,
} from "#tests/harness/faults/resource-limits.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn } from "#tests/harness/visitor.ts";

const started: Spoor[] = [];
afterEach(async () => {
  for (const spoor of started.splice(0)) await spoor.remove();
});

/** A server under given limits with an existing project. */
async function prepare(under: string[], then: (folder: string) => void = () => undefined) {
  const first = await startSpoor();
  started.push(first);
  await makeOwner(first);
  const project = await makeProject(first, "limited");
  await first.stop();
  then(first.dataFolder);
  const environment = { OTEL_SDK_DISABLED: "true", SPOOR_OWN_TRACES: "off" };
  const spoor = await startSpoor({ dataFolder: first.dataFolder, under, environment });
  started.unshift(spoor);
  return { spoor, project: at(project, spoor) };
}

/** Uses an open connection, as a server without free files accepts no other. */
function openHealth(spoor: Spoor) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      get(`${spoor.url}${path}`, { agent }, (answer) => {
        let text = "";
        answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
        answer.on("end", () => resolve(text));
      }).on("error", reject);
    });
  return { ask, close: () => agent.destroy() };
}

async function allAreCounted(
  spoor: Spoor,
  project: TestProject,
  accepted: { events: string[]; traces: string[] },
) {
  expect(accepted.events.length).toBeGreaterThan(100);
  await waitForAll(spoor, project, accepted);
  const { ask, close } = openHealth(spoor);
  await expect.poll(() => ask("/readyz")).not.toContain("troubles");
  close();
}

describe.skipIf(!canRaiseLimits)("accepted data is kept", () => {
  test("with 1,024 open files and 1,300 idle connections", { timeout: 90_000 }, async () => {
    const { spoor, project } = await prepare(withOpenFiles(1_024));
    const clients = startClients(spoor, project, 48, 400);
    await pause(150);
    const idle = openIdleConnections(spoor, 1_300);
    await pause(6_000);
    const accepted = await clients.stop();
    idle.close();
    await allAreCounted(spoor, project, accepted);
  });

  test("with 128 open files and 300 clients", { timeout: 90_000 }, async () => {
    const { spoor, project } = await prepare(withOpenFiles(128));
    const clients = startClients(spoor, project, 300, 100);
    await pause(8_000);
    await allAreCounted(spoor, project, await clients.stop());
  });

  test("when no thread can start, and the problem is named", { timeout: 90_000 }, async () => {
    const { spoor, project } = await prepare(asSoleUser, giveToSoleUser);
    const visitor = await signIn(spoor.url, owner);
    limit(spoor, "nproc", 1, asSoleUser);
    const clients = startClients(spoor, project, 64, 60);
    const health = openHealth(spoor);
    await expect.poll(() => health.ask("/readyz")).toContain("be stored: ");
    expect(await health.ask("/readyz")).toMatch(
      /"status":"ready".*out of open files, threads, or memory/,
    );
    expect(await health.ask("/metrics")).toContain('spoor_trouble{kind="storing-failed"} 1');
    expect((await visitor.get("/")).text).toContain("out of open files, threads, or memory");
    await pause(4_000);
    const accepted = await clients.stop();
    limit(spoor, "nproc", 1_000, asSoleUser);
    health.close();
    await allAreCounted(spoor, project, accepted);
  });

  test("when no file can be opened, and the problem is named", { timeout: 90_000 }, async () => {
    const { spoor, project } = await prepare(withOpenFiles(4_096));
    const health = openHealth(spoor);
    await health.ask("/readyz");
    const clients = startClients(spoor, project, 64, 60);
    await pause(100);
    limit(spoor, "nofile", 24);
    await expect.poll(() => health.ask("/readyz")).toMatch(/be stored: /);
    await pause(3_000);
    limit(spoor, "nofile", 4_096);
    const accepted = await clients.stop();
    health.close();
    await allAreCounted(spoor, project, accepted);
  });
});
