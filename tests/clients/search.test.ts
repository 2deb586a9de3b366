import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { waitForTrace } from "#tests/harness/data/traces.ts";

// Searches find data of real SDKs.

let spoor: Spoor;
let project: TestProject;
let traces: string[];

beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  project = await makeProject(spoor, "shop");
  const [, printed] = await Promise.all([
    run("node.mjs", { SENTRY_PACKAGE: "@sentry/node", DSN: project.dsn, END: "crash" }),
    run("searched-spans.mjs", {
      OTEL_SERVICE_NAME: "shop",
      OTEL_TRACES_EXPORTER: "otlp",
      OTEL_METRICS_EXPORTER: "none",
      OTEL_LOGS_EXPORTER: "none",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf",
      OTEL_EXPORTER_OTLP_ENDPOINT: `${spoor.url}/api/${project.id}/integration/otlp`,
      OTEL_EXPORTER_OTLP_HEADERS: `x-sentry-auth=sentry sentry_key=${project.publicKey}`,
    }),
  ]);
  traces = printed.split(" ");
  await project.waitForIssues(5, 6);
  await waitForTrace(project, traces[0]!, 4);
  await waitForTrace(project, traces[1]!, 2);
});
afterAll(() => spoor.remove());

function run(program: string, environment: Record<string, string>): Promise<string> {
  const path = fileURLToPath(new URL(`programs/${program}`, import.meta.url));
  const env = { PATH: process.env.PATH, ...environment };
  const child = spawn(process.execPath, [path], { env, stdio: ["ignore", "pipe", "ignore"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.on("exit", () => resolve(output)));
}

test.each([
  "error.type:TypeError",
  "Checkout 12345",
  "message:*reading*id*",
  "Cannot read properties of undefined (reading 'id')",
  "stack.filename:node.mjs error.type:TypeError",
  "stack.function:inner",
  "inner node.mjs 1.2.3",
  "TypeError web@1.2.3",
  "error.type:TypeError user.id:42",
  "error.type:TypeError user.email:jane@*",
  "error.type:TypeError user:42",
  "error.type:TypeError user:Jane@example.com",
  "TypeError jane@example.com",
  "error.type:TypeError plan:pro",
  "(error.type:TypeError OR error.type:Nothing) !error.type:RangeError",
])("@sentry/node: %s finds the error with its cause", async (query) => {
  const issues = await project.issues(query);
  expect(issues.map(({ value }) => value)).toEqual(["Checkout failed for order 12345"]);
});

type Found = { traces: { traceId: string }[]; detail?: string };

async function find(search: Record<string, string>): Promise<Found & { names: string[] }> {
  const answer = await project.get(`/traces.json?${new URLSearchParams(search)}`);
  const found = (await answer.json()) as Found;
  const nameOf = (id: string) =>
    id === traces[0] ? "failed" : id === traces[1] ? "fine" : "other";
  return { ...found, names: (found.traces ?? []).map(({ traceId }) => nameOf(traceId)) };
}

test.each([
  ["http.response.status_code:>=500", ["failed"]],
  ["http.status_code:<500", ["fine"]],
  ["enduser.id:c-70512", ["failed"]],
  ["user.id:c-*", ["failed", "fine"]],
  ["user:c-70512", ["failed"]],
  ["has:app.items", ["failed"]],
  ["-has:app.items has:enduser.id", ["fine"]],
  ["app.items:>3", ["failed"]],
  ["app.items:>3.5", []],
  ["db.query.text:orders", ["failed"]],
  ["db.statement:select", ["failed"]],
  ["db.query.text:*INTO*cart_lines*", ["fine"]],
  ["db.query.text:*orders*", ["failed"]],
  ["SELECT", ["failed"]],
  ["SELECT orders", ["failed"]],
  ["INSERT cart_lines", ["fine"]],
  ['"INSERT INTO cart_lines"', ["fine"]],
  ["-SELECT", ["fine"]],
  ["SELECT nothing", []],
  ["select", []],
  ["url.path:/orders/*", ["failed"]],
  ["spans:>3", ["failed"]],
  ["spans:2 errors:0", ["fine"]],
  ["service:SHOP", ["failed", "fine"]],
  ["name:PG.Query", ["failed", "fine"]],
  ["enduser.id:C-70512", ["failed"]],
  ["service:SHOP enduser.id:c-nobody", []],
  ["orders", ["failed"]],
  ["-orders", ["fine"]],
  ["pg.query", ["failed", "fine"]],
  ["name:*cart OR status:error", ["failed", "fine"]],
  ["service:shop !(name:*cart OR kind:internal)", ["failed"]],
])("@opentelemetry/sdk-node: %s", async (query, expected) => {
  expect((await find({ query })).names.toSorted((a, b) => a.localeCompare(b))).toEqual(expected);
});

test("traces are sorted by spans and by errors", async () => {
  expect((await find({ sort: "spans" })).names).toEqual(["failed", "fine"]);
  expect((await find({ sort: "errors" })).names).toEqual(["failed", "fine"]);
  expect((await find({ sort: "length" })).detail).toContain("Unknown sort “length”.");
});
