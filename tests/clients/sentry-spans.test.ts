import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOwner, makeProject } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { waitForTrace } from "#tests/harness/data/traces.ts";

const program = fileURLToPath(new URL("programs/sentry-spans.mjs", import.meta.url));

let spoor: Spoor;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
});
afterAll(() => spoor.remove());

test.each([
  ["@sentry/node", "span containers", "spans-v11"],
  ["sentry-node-10", "transactions", "spans-v10"],
])("%s sends %s: the same spans, joined with their error", async (packageName, _form, slug) => {
  const project = await makeProject(spoor, slug);
  const env = { PATH: process.env.PATH, SENTRY_PACKAGE: packageName, DSN: project.dsn };
  const child = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "ignore"] });
  let traceId = "";
  child.stdout.on("data", (chunk: Buffer) => (traceId += chunk.toString()));
  await new Promise((resolve) => child.on("exit", resolve));

  await project.waitForIssues(1);
  const trace = await waitForTrace(project, traceId, 2);
  const root = trace.spans.find((span) => span.name.includes("/orders/:id"))!;
  const query = trace.spans.find((span) => span.parentSpanId === root.spanId)!;
  expect(root).toMatchObject({ kind: "server", parentSpanId: null });
  expect(query).toMatchObject({ kind: "client", service: root.service });
  expect(query.durationMs).toBeGreaterThan(4);
  expect(root.durationMs).toBeGreaterThanOrEqual(query.durationMs);
  expect(trace.issues).toMatchObject([{ title: "Error: order is missing" }]);
  const list = (await (await project.get("/traces.json?query=route:/orders/:id")).json()) as {
    traces: { traceId: string }[];
  };
  expect(list.traces.map((each) => each.traceId)).toEqual([traceId]);
  const users = [
    "user.email:jane@example.com",
    "user.id:42",
    "user.username:jane",
    "user:42",
    "jane@example.com",
  ];
  for (const user of users) {
    const query = new URLSearchParams({ query: `${user} route:/orders/:id` });
    const found = (await (await project.get(`/traces.json?${query}`)).json()) as typeof list;
    expect(
      found.traces?.map((each) => each.traceId),
      user,
    ).toEqual([traceId]);
  }
});
