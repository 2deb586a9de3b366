import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import postgres from "postgres";
import { installApp } from "#tests/set-up.js";
import { buildOnce } from "#tests/harness/build-once.ts";
import { freePort } from "#tests/harness/free-port.ts";
import type { TestProject } from "#tests/harness/project.ts";
import { pause, type Spoor } from "#tests/harness/spoor.ts";

/**
 * A shop on PostgreSQL with third-party telemetry: nested routes, loaders, an action, a fetcher, a
 * client loader, an error boundary. It is installed by `npm ci` and built by its own framework,
 * once for what its files are:
 *
 *     const [spoor, postgres, browser] = await Promise.all([startSpoor(), startPostgres(), launchBrowser()]);
 *     const app = await startRealApp("react-router-sentry", spoor, project, await postgres.create());
 *     await visitRealApp(await browser.newPage(), app);
 *     await app.stop();
 */
export type RealApp = { url: string; stop(): Promise<void> };

/**
 * `tests/react-router-app` (React Router 8) with Sentry or OpenTelemetry, `tests/remix-app` (Remix
 * 2) with Sentry.
 */
export const realAppNames = [
  "react-router-sentry",
  "react-router-opentelemetry",
  "remix-sentry",
] as const;
export type RealAppName = (typeof realAppNames)[number];

type Recipe = { folder: string; sdk: string; build: string[]; serve: string[] };

const recipes: { [name in RealAppName]: Recipe } = {
  "react-router-sentry": reactRouter("sentry"),
  "react-router-opentelemetry": reactRouter("opentelemetry"),
  "remix-sentry": {
    folder: "remix-app",
    sdk: "sentry",
    build: ["remix", "vite:build"],
    serve: ["remix-serve"],
  },
};

function reactRouter(sdk: string): Recipe {
  return {
    folder: "react-router-app",
    sdk,
    build: ["react-router", "build"],
    serve: ["react-router-serve"],
  };
}

const root = join(import.meta.dirname, "../../..");

/**
 * Starts the application with a filled `database`, reporting to `project`. After a stop, its server
 * has sent all data.
 */
export async function startRealApp(
  name: RealAppName,
  spoor: Spoor,
  project: TestProject,
  database: string,
): Promise<RealApp> {
  const { folder, sdk, serve } = recipes[name];
  const cwd = join(root, "tests", folder);
  await installApp(cwd);
  await fill(database);
  const build = await builtApp(recipes[name], cwd);
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: String(port),
    DATABASE_URL: database,
    SPOOR_DSN: project.dsn,
    SPOOR_ENDPOINT: spoor.url,
    SPOOR_KEY: project.publicKey,
    OTEL_BSP_SCHEDULE_DELAY: "200",
    NODE_OPTIONS: `--import ./sdk/${sdk}/instrument.mjs`,
  };
  const words = [program(cwd, serve[0]!), ...serve.slice(1), join(build, "server/index.js")];
  const child = spawn(process.execPath, words, { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
  await waitUntilListening(child);
  return { url: `http://127.0.0.1:${port}`, stop: () => stop(child) };
}

const program = (cwd: string, name: string) => join(cwd, "node_modules/.bin", name);

const builtApp = ({ sdk, build }: Recipe, cwd: string): Promise<string> =>
  buildOnce({
    cwd,
    name: sdk,
    files: ["*.{js,ts,json}", "app/**/*.*", `sdk/${sdk}/*`],
    command: [program(cwd, build[0]!), ...build.slice(1)],
    env: (folder) => ({ APP_SDK: sdk, APP_BUILD: folder }),
  });

async function fill(database: string): Promise<void> {
  const sql = postgres(database, { max: 1, onnotice: () => undefined });
  await sql.unsafe(`
    CREATE TABLE IF NOT EXISTS products (name text PRIMARY KEY);
    CREATE TABLE IF NOT EXISTS reviews (product text, text text);
    CREATE TABLE IF NOT EXISTS cart (product text PRIMARY KEY);
    TRUNCATE products, reviews, cart;
    INSERT INTO products VALUES ('boots'), ('kettle'), ('lamp');
    INSERT INTO reviews VALUES ('kettle', 'It boils'), ('kettle', 'It sings');`);
  await sql.end();
}

async function waitUntilListening(child: ChildProcess): Promise<void> {
  let output = "";
  child.stdout!.on("data", (chunk: Buffer) => (output += chunk.toString()));
  for (const deadline = Date.now() + 30_000; !output.includes("http://"); await pause(50)) {
    if (Date.now() > deadline || child.exitCode !== null)
      throw new Error(`The app did not start: ${output}`);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill();
  await Promise.race([ended, pause(5_000)]);
  child.kill("SIGKILL");
}
