import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { processed } from "#tests/harness/requests/processed.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import { makeOwner, makeProject } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { waitForTrace } from "#tests/harness/data/traces.ts";

const program = fileURLToPath(new URL("programs/failed-query.mjs", import.meta.url));

let spoor: Spoor;
let postgres: TestPostgres;
let database: string;
beforeAll(async () => {
  [spoor, postgres] = await Promise.all([startSpoor(), startPostgres()]);
  database = await postgres.create();
  await makeOwner(spoor);
});
afterAll(async () => {
  await spoor.remove();
  await postgres.stop();
});

test.each([
  ["Sentry's SDK beside OpenTelemetry", "sentry-node-10", "sentry.javascript.node"],
  ["OpenTelemetry alone", "", "opentelemetry"],
])(
  "%s: a failed query is one event with a stack on the query's span",
  async (name, sentryPackage, sdk) => {
    const project = await makeProject(spoor, name.replaceAll(/\W+/g, "-").toLowerCase());
    const env = {
      PATH: process.env.PATH,
      SENTRY_PACKAGE: sentryPackage,
      DSN: project.dsn,
      QUERIED_DATABASE: database,
      OTEL_SERVICE_NAME: "web",
      OTEL_METRICS_EXPORTER: "none",
      OTEL_LOGS_EXPORTER: "none",
      OTEL_EXPORTER_OTLP_ENDPOINT: `${spoor.url}/api/${project.id}/integration/otlp`,
      OTEL_EXPORTER_OTLP_HEADERS: `x-sentry-auth=sentry sentry_key=${project.publicKey}`,
    };
    const child = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "inherit"] });
    let traceId = "";
    child.stdout.on("data", (chunk: Buffer) => (traceId += chunk.toString()));
    await new Promise((resolve) => child.on("exit", resolve));

    const trace = await waitForTrace(project, traceId, 4);
    await processed(spoor);
    const [issue, ...others] = await project.issues();
    expect(others).toEqual([]);
    expect(issue).toMatchObject({
      type: "error",
      value: 'relation "orders_of_nobody" does not exist',
      count: 1,
    });
    const event = await project.latestEvent(issue!);
    expect(event.traceId).toBe(traceId);
    expect(event.sdk?.name).toBe(sdk);
    expect(event.exceptions[0]!.frames.length).toBeGreaterThan(0);
    const query = trace.spans.find((span) => span.name.startsWith("pg.query"))!;
    expect(query.status).toBe("error");
    expect(query.issues).toEqual([issue!.shortId]);
  },
);
