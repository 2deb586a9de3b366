// `node tests/package-managers/run.ts [--template FOLDER] [--only npm-11,pnpm-10]` tests the
// instrumentation package in seven managers with an empty home each: added from a server's URL to a
// new React Router application, built, clicked through in a browser down to a query, and installed
// from its lock file after the server has a newer package. Run before a release; it takes minutes
// and needs the registry.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Browser } from "@playwright/test";
import { launchBrowser } from "#tests/harness/browser.ts";
import { clickToQuery, pathTo } from "#tests/harness/apps/click-to-query.ts";
import { registryEnvironment } from "#tests/harness/faults/empty-machine.ts";
import { writeFreshApp } from "#tests/harness/apps/fresh-app.ts";
import { programFolder } from "#tests/harness/program.js";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

type Manager = {
  /** Name on the registry. */
  from: string;
  program: string;
  add: string[];
  frozen: string[];
  /** Prefix of the URL: Yarn 4 requires the name there. */
  prefix?: string;
  /** Configuration files. */
  files?: Record<string, string>;
};

const pnpm = {
  program: "pnpm/bin/pnpm.cjs",
  add: ["add"],
  frozen: ["install", "--frozen-lockfile"],
};
const npm = {
  program: "npm/bin/npm-cli.js",
  add: ["install", "--no-audit", "--no-fund"],
  frozen: ["ci", "--no-audit"],
};

const managers: Record<string, Manager> = {
  "npm-10": { from: "npm@10", ...npm },
  "npm-11": { from: "npm@11", ...npm },
  "pnpm-9": { from: "pnpm@9", ...pnpm },
  "pnpm-10": { from: "pnpm@10", ...pnpm },
  "yarn-1": {
    from: "yarn@1",
    program: "yarn/bin/yarn.js",
    add: ["add"],
    frozen: ["install", "--frozen-lockfile"],
  },
  "yarn-4": {
    from: "@yarnpkg/cli-dist@4",
    program: "@yarnpkg/cli-dist/bin/yarn.js",
    add: ["add"],
    frozen: ["install", "--immutable"],
    prefix: "spoor-react-router@",
    // The test's server uses plain HTTP on this machine.
    files: {
      ".yarnrc.yml": "nodeLinker: node-modules\nunsafeHttpWhitelist: ['127.0.0.1']\n",
      "yarn.lock": "",
    },
  },
  bun: {
    from: "bun@1",
    program: "bun/bin/bun.exe",
    add: ["add"],
    frozen: ["install", "--frozen-lockfile"],
  },
};

const { values } = parseArgs({
  options: { template: { type: "string" }, only: { type: "string" } },
});
const names = values.only?.split(",") ?? Object.keys(managers);
const root = mkdtempSync(join(tmpdir(), "spoor-managers-"));
const reactRouter = "8.4.0";

/** The manager itself, in its own folder. */
function fetchManager(name: string): (words: string[], cwd: string) => void {
  const { from, program } = managers[name]!;
  const folder = join(root, name);
  const home = join(folder, "home");
  mkdirSync(home, { recursive: true });
  execFileSync(
    "npm",
    ["install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, from],
    { stdio: "pipe" },
  );
  const path = join(folder, "node_modules", program);
  const isScript = /\.c?js$/.test(program);
  const env = {
    ...registryEnvironment(),
    PATH: process.env["PATH"],
    HOME: home,
    CI: "true",
    npm_config_cache: join(home, "cache"),

    YARN_CACHE_FOLDER: join(home, "yarn"),
    YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
    YARN_ENABLE_GLOBAL_CACHE: "false",
  };
  return (words, cwd) => {
    const [command, ...rest] = isScript ? [process.execPath, path, ...words] : [path, ...words];
    execFileSync(command, rest, { cwd, env, stdio: "pipe", timeout: 240_000 });
  };
}

/** A program with a newer instrumentation package, as after a server upgrade. */
function newerProgram(): string {
  const folder = join(root, "newer");
  for (const name of ["build", "package.json", "server"])
    cpSync(join(programFolder, name), join(folder, name), { recursive: true });
  const packages = join(folder, "build/packages");
  const [present] = readdirSync(packages) as [string];
  rmSync(join(packages, present));
  writeFileSync(
    join(packages, "spoor-react-router-9.9.9-00112233445566ff.tgz"),
    "not the package that is locked",
  );
  return folder;
}

type Outcome = { manager: string; addS: string; frozenS: string; trace: string };

async function tryManager(name: string, browser: Browser): Promise<Outcome> {
  const run = fetchManager(name);
  const { add, frozen, prefix = "", files = {} } = managers[name]!;
  const dataFolder = join(root, name, "data");
  let spoor = await startSpoor({ dataFolder });
  await using _ = { [Symbol.asyncDispose]: () => spoor.remove() };
  await makeOwner(spoor);
  const project = await makeProject(spoor, "shop");
  const address = await newestPackage(spoor);
  const app = join(root, name, "app");
  await writeFreshApp(app, {
    version: reactRouter,
    ...(values.template && { template: values.template }),
  });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(app, path), text);
  const added = performance.now();
  run([...add, prefix + address], app);
  const addS = ((performance.now() - added) / 1000).toFixed(1);
  const trace = await builtAndClicked(app, spoor, project, browser);

  const { port } = new URL(spoor.url);
  await spoor.stop();
  spoor = await startSpoor({
    dataFolder,
    environment: { PORT: port },
    command: [process.execPath, join(newerProgram(), "build/server/cli.js"), "serve"],
  });
  if ((await newestPackage(spoor)) === address) throw new Error("The server has no newer package.");
  const installed = readFileSync(join(app, "node_modules/spoor-react-router/package.json"), "utf8");
  rmSync(join(app, "node_modules"), { recursive: true });
  rmSync(join(root, name, "home"), { recursive: true });
  mkdirSync(join(root, name, "home"));
  const begun = performance.now();
  run(frozen, app);
  const frozenS = ((performance.now() - begun) / 1000).toFixed(1);
  if (readFileSync(join(app, "node_modules/spoor-react-router/package.json"), "utf8") !== installed)
    throw new Error("The frozen install brought another package.");
  return { manager: name, addS, frozenS, trace };
}

async function newestPackage(spoor: Spoor): Promise<string> {
  const { headers } = await fetch(`${spoor.url}/packages/spoor-react-router.tgz`, {
    redirect: "manual",
  });
  return new URL(headers.get("location")!, spoor.url).href;
}

async function builtAndClicked(
  folder: string,
  spoor: Spoor,
  project: TestProject,
  browser: Browser,
): Promise<string> {
  const env = { ...process.env, NODE_ENV: "production" };
  const build = [join(folder, "node_modules/@react-router/dev/bin.cjs"), "build"];
  execFileSync(process.execPath, build, { cwd: folder, env, stdio: "pipe" });
  if (existsSync(join(folder, "tsconfig.json")))
    execFileSync("npm", ["run", "typecheck"], { cwd: folder, stdio: "pipe" });
  return pathTo(await clickToQuery({ folder, spoor, project, browser }), "products.list").join(
    " › ",
  );
}

const browser = await launchBrowser();
const failed: string[] = [];
for (const name of names) {
  try {
    process.stdout.write(`${JSON.stringify(await tryManager(name, browser))}\n`);
  } catch (error) {
    failed.push(name);
    const { message, stderr, stdout } = error as {
      message: string;
      stderr?: Buffer;
      stdout?: Buffer;
    };
    const said = `${String(stdout ?? "")}${String(stderr ?? "")}`.slice(-600);
    process.stdout.write(`${name} failed: ${message.split("\n", 1)[0]}\n${said}\n`);
  }
}
await browser.close();
rmSync(root, { recursive: true, force: true });
process.exitCode = failed.length > 0 ? 1 : 0;
