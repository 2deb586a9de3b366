import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOwner, makeProject } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

const program = fileURLToPath(new URL("programs/monitors.mjs", import.meta.url));

let spoor: Spoor;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
});
afterAll(() => spoor.remove());

test("@sentry/node: withMonitor and captureCheckIn create monitors and check in", async () => {
  const project = await makeProject(spoor, "node-jobs");
  await promisify(execFile)(process.execPath, [program], {
    env: { PATH: process.env.PATH, DSN: project.dsn },
  });
  const read = async (slug: string) =>
    (await project.get(`/monitors/${slug}.json`)).json() as Promise<object>;
  await expect
    .poll(() => read("throwing-job"))
    .toMatchObject({
      state: "failing",
      scheduleText: "every 2 hours",
      marginMinutes: 1,
      incidents: [{ what: "failed" }],
      checkIns: [{ status: "error", release: "jobs@1.0", environment: "production" }],
    });
  await expect
    .poll(() => read("whole"))
    .toMatchObject({
      state: "ok",
      scheduleText: "every 5 minutes",
      timeZone: "Europe/Berlin",
      failureThreshold: 2,
      marginMinutes: 2,
      maxRuntimeMinutes: 10,
      checkIns: [{ status: "ok", traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as string }],
    });
  await expect
    .poll(() => read("by-hand"))
    .toMatchObject({ checkIns: [{ status: "ok", durationMs: 3000 }] });
});
