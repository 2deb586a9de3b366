import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";

type RouteJson = { route: string; method: string | null; kind: string; service: string; count: number };

const program = fileURLToPath(new URL("programs/plain-server.mjs", import.meta.url));

let spoor: Spoor;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
});
afterAll(() => spoor.remove());

async function runProgram(environment: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await new Promise((resolve) => child.on("exit", resolve));
}

/** What the list of routes has once it has counted that many requests; after ten seconds whatever it has. */
async function routesOf(project: TestProject, kind: string, requests: number): Promise<RouteJson[]> {
  let found: RouteJson[] = [];
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await pause(100)) {
    const { routes } = (await (await project.get("/routes.json")).json()) as { routes: RouteJson[] };
    found = routes.filter((route) => route.kind === kind);
    if (found.reduce((sum, { count }) => sum + count, 0) >= requests) break;
  }
  return found;
}

const printed = (routes: RouteJson[]) =>
  routes.map(({ method, route, count }) => `${count} × ${method} ${route}`).toSorted();

test.each([
  ["@sentry/node 11", "@sentry/node"],
  ["@sentry/node 10", "sentry-node-10"],
  ["OpenTelemetry", ""],
])(
  "%s on a server without routes: addresses become patterns, methods tell routes apart",
  async (name, sentryPackage) => {
    const project = await makeProject(spoor, name.replaceAll(/\W+/g, "-").toLowerCase().replace(/^-/, ""));
    await runProgram({
      ...{ SENTRY_PACKAGE: sentryPackage, DSN: project.dsn },
      ...{ OTEL_SERVICE_NAME: "web", OTEL_METRICS_EXPORTER: "none", OTEL_LOGS_EXPORTER: "none" },
      OTEL_EXPORTER_OTLP_ENDPOINT: `${spoor.url}/api/${project.id}/integration/otlp`,
      OTEL_EXPORTER_OTLP_HEADERS: `x-sentry-auth=sentry sentry_key=${project.publicKey}`,
    });
    expect(printed(await routesOf(project, "server", 7))).toEqual([
      "1 × GET /checkout",
      "1 × GET /commits/:id",
      "1 × GET /files/:id",
      "1 × GET /files/:id/preview",
      "1 × POST /checkout",
      "2 × GET /users/:id",
    ]);
  },
);
