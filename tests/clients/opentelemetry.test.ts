import { spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "#tests/harness/browser.ts";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { type TraceJson, waitForTrace } from "#tests/harness/data/traces.ts";

const programs = (name: string) => fileURLToPath(new URL(`programs/${name}`, import.meta.url));

let spoor: Spoor;
let project: TestProject;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  project = await makeProject(spoor, "telemetry");
});
afterAll(() => spoor.remove());

const endpoint = () => `${spoor.url}/api/${project.id}/integration/otlp`;

function run(program: string, environment: Record<string, string>): Promise<string> {
  const env = { PATH: process.env.PATH, ...environment };
  const child = spawn(process.execPath, [programs(program)], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.on("exit", () => resolve(output)));
}

const byName = (trace: TraceJson, name: string) => trace.spans.find((span) => span.name === name)!;

test.each([
  ["http/protobuf", "none"],
  ["http/protobuf", "gzip"],
  ["http/json", "none"],
  ["http/json", "gzip"],
])(
  "@opentelemetry/sdk-node over %s, compression %s: trace, spans, and error issue arrive",
  async (protocol, compression) => {
    const before = (await project.issues()).reduce((sum, issue) => sum + issue.count, 0);
    const traceId = await run("opentelemetry.mjs", {
      OTEL_SERVICE_NAME: "shop",
      OTEL_TRACES_EXPORTER: "otlp",
      OTEL_METRICS_EXPORTER: "none",
      OTEL_LOGS_EXPORTER: "none",
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint(),
      OTEL_EXPORTER_OTLP_HEADERS: `x-sentry-auth=sentry sentry_key=${project.publicKey}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      OTEL_EXPORTER_OTLP_COMPRESSION: compression,
    });
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);
    const trace = await waitForTrace(project, traceId, 3);
    const request = byName(trace, "GET /cart/:id");
    expect(request).toMatchObject({ service: "shop", kind: "server" });
    expect(request.attributes).toMatchObject({ "http.route": "/cart/:id" });
    expect(byName(trace, "SELECT cart")).toMatchObject({
      parentSpanId: request.spanId,
      kind: "client",
    });
    expect(byName(trace, "price the cart")).toMatchObject({
      parentSpanId: request.spanId,
      status: "error",
    });
    expect(trace.issues.length).toBe(1);
    const issues = await project.waitForIssues(1, before + 1);
    expect(issues[0]).toMatchObject({ type: "TypeError", value: "price of undefined" });
    const event = await project.latestEvent(issues[0]!);
    expect(event.traceId).toBe(traceId);
    expect(event.exceptions[0]!.frames.length).toBeGreaterThan(0);
  },
);

test("sdk-trace-web in Chromium from another origin: preflights, exports, and reads the response", async () => {
  const site = await serveSite();
  const browser = await launchBrowser();
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  const query = new URLSearchParams({ endpoint: endpoint(), key: project.publicKey });
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/?${query}`);
  await page.waitForSelector("body[data-sent=yes]", { state: "attached" });
  const trace = await waitForTrace(project, await page.title(), 1);
  expect(trace.spans[0]).toMatchObject({
    name: "open the shop",
    attributes: { "url.path": "/shop" },
  });
  expect(trace.spans[0]!.events).toMatchObject([{ name: "painted" }]);
  expect(complaints).toEqual([]);
  await browser.close();
  site.close();
});

async function serveSite(): Promise<Server> {
  const lib = { entry: programs("sdk-trace-web.js"), formats: ["iife" as const], name: "page" };
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: { write: false, minify: false, lib },
  });
  const script = (built as Rolldown.RolldownOutput[])[0]!.output[0].code;
  const server = createServer((request, response) => {
    const isScript = request.url === "/page.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(
      isScript
        ? script
        : `<!doctype html><title>page</title><body><script src="/page.js"></script>`,
    );
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
