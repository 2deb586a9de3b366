import { spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "#tests/harness/browser.ts";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";

type RouteJson = {
  route: string;
  method: string | null;
  kind: string;
  service: string;
  count: number;
};

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

/** The route list once it has counted that many requests, or after twenty seconds. */
async function routesOf(
  project: TestProject,
  kind: string,
  requests: number,
): Promise<RouteJson[]> {
  let found: RouteJson[] = [];
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await pause(100)) {
    const { routes } = (await (await project.get("/routes.json")).json()) as {
      routes: RouteJson[];
    };
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
  "%s on a server without routes: URLs become patterns, and methods separate routes",
  async (name, sentryPackage) => {
    const project = await makeProject(
      spoor,
      name.replaceAll(/\W+/g, "-").toLowerCase().replace(/^-/, ""),
    );
    await runProgram({
      SENTRY_PACKAGE: sentryPackage,
      DSN: project.dsn,
      OTEL_SERVICE_NAME: "web",
      OTEL_METRICS_EXPORTER: "none",
      OTEL_LOGS_EXPORTER: "none",
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
    const search = new URLSearchParams({ query: "route:/files/:id/preview" });
    const { traces } = (await (await project.get(`/traces.json?${search}`)).json()) as {
      traces: unknown[];
    };
    expect(traces).toHaveLength(1);
  },
);

test("@sentry/browser in Chromium: page loads are filed under their URL's pattern", async () => {
  const project = await makeProject(spoor, "pages");
  const site = await serveSite(await bundle());
  const browser = await launchBrowser();
  const page = await browser.newPage();
  const { port } = site.address() as AddressInfo;
  for (const path of ["/users/18", "/users/19"]) {
    await page.goto(`http://127.0.0.1:${port}${path}?dsn=${encodeURIComponent(project.dsn)}`);
    // Its trace ends a second after the page is idle.
    await page.waitForResponse((response) => response.url().includes("/envelope/"), {
      timeout: 15_000,
    });
  }
  expect(printed(await routesOf(project, "document", 2))).toEqual(["2 × null /users/:id"]);
  await browser.close();
  site.close();
});

async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL("programs/browser-routes.js", import.meta.url));
  const lib = { entry, formats: ["iife" as const], name: "shop" };
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: { write: false, minify: false, lib },
  });
  return (built as Rolldown.RolldownOutput[])[0]!.output[0].code;
}

function serveSite(script: string): Promise<Server> {
  const server = createServer((request, response) => {
    const isScript = request.url === "/bundle.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(
      isScript ? script : `<!doctype html><title>shop</title><script src="/bundle.js"></script>`,
    );
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
