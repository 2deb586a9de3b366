import type { Browser, Page } from "@playwright/test";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { freePort } from "#tests/harness/free-port.ts";
import type { TestProject } from "#tests/harness/project.ts";
import { pause, type Spoor } from "#tests/harness/spoor.ts";
import type { TraceJson } from "#tests/harness/data/traces.ts";

export type BuiltApp = { folder: string; spoor: Spoor; project: TestProject; browser: Browser };

export type ServedApp = {
  home: string;
  /** The server's standard error. */
  errors(): string;
  stop(): void;
};

/** Serves the built application with `react-router-serve` as its guide says. */
export async function serveApp(
  folder: string,
  environment: Record<string, string>,
): Promise<ServedApp> {
  const port = await freePort();
  const server = spawn(
    process.execPath,
    [join(folder, "node_modules/@react-router/serve/bin.cjs"), "build/server/index.js"],
    {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        HOST: "127.0.0.1",
        PORT: String(port),
        OTEL_BSP_SCHEDULE_DELAY: "200",
        ...environment,
      },
    },
  );
  let errors = "";
  server.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const home = `http://127.0.0.1:${port}/`;
  for (let tries = 0; tries < 600 && !(await isUp(home)); tries++) await pause(50);
  return { home, errors: () => errors, stop: () => void server.kill() };
}

/** Opens the home page and waits until it is traced. */
export async function openTraced(page: Page, { home }: ServedApp): Promise<void> {
  await page.goto(home);
  await page.waitForFunction(() => performance.getEntriesByName("spoor.tracing").length > 0);
}

/** Clicks from home to products and flushes traces. */
export async function clickProducts(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Products" }).click();
  await page.getByRole("heading", { name: "Basket, Lamp" }).waitFor();
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
}

/**
 * Serves the application, clicks from home to products in a browser, and returns the trace of that
 * click.
 */
export async function clickToQuery({
  folder,
  spoor,
  project,
  browser,
}: BuiltApp): Promise<TraceJson> {
  const app = await serveApp(folder, { SPOOR_URL: spoor.url, SPOOR_KEY: project.publicKey });
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  try {
    await openTraced(page, app);
    await clickProducts(page);
    const all = [...complaints, app.errors()].join("\n").trim();
    if (all !== "") throw new Error(all);
    return await traceOf(project, "navigate");
  } finally {
    await page.close();
    app.stop();
  }
}

const isUp = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** The newest trace with that root prefix, once it contains its query. */
async function traceOf(project: TestProject, root: string): Promise<TraceJson> {
  let seen = "";
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await pause(200)) {
    const { traces } = (await (await project.get("/traces.json")).json()) as {
      traces: { traceId: string }[];
    };
    for (const { traceId } of traces) {
      const trace = (await (await project.get(`/traces/${traceId}.json`)).json()) as TraceJson;
      seen = trace.spans.map(({ name }) => name).join(", ");
      const isWhole = trace.spans.some(({ name }) => name === "products.list");
      if (isWhole && trace.spans.some(({ name }) => name.startsWith(root))) return trace;
    }
  }
  throw new Error(`No trace leads from the navigation to the query; last seen: ${seen}`);
}

/** Names of a span and its ancestors, outermost first. */
export function pathTo(trace: TraceJson, name: string): string[] {
  const byId = new Map(trace.spans.map((span) => [span.spanId, span]));
  const names: string[] = [];
  for (
    let span = trace.spans.find((each) => each.name === name);
    span;
    span = span.parentSpanId === null ? undefined : byId.get(span.parentSpanId)
  )
    names.unshift(span.name);
  return names;
}
