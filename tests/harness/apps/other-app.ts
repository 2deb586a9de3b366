import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildOnce } from "#tests/harness/build-once.ts";
import { freePort } from "#tests/harness/free-port.ts";
import { pause } from "#tests/harness/spoor.ts";

/**
 * The shop: a separate React Router application with the instrumentation package, built and served
 * by React Router's programs.
 */
export type Shop = { url: string; stop(): void };

const root = join(import.meta.dirname, "../../..");
const folder = join(root, "tests/other-app");
const bin = (name: string) => join(root, "node_modules/.bin", name);

export async function startShop(endpoint: string, { key = "k1" } = {}): Promise<Shop> {
  const build = await built(await install());
  const env = { ...process.env, NODE_ENV: "production" };
  const port = await freePort();
  const sending = {
    ...env,
    SPOOR_ENDPOINT: endpoint,
    SPOOR_KEY: key,
    OTEL_BSP_SCHEDULE_DELAY: "200",
  };
  const stock = run(["stock.js"], sending);
  const SHOP_STOCK = await addressOf(stock);
  const serving = { ...sending, SHOP_STOCK, HOST: "127.0.0.1", PORT: String(port) };
  const child = run([bin("react-router-serve"), join(build, "server/index.js")], serving);
  const stop = () => [child, stock].forEach((each) => each.kill());
  await addressOf(child);
  return { url: `http://127.0.0.1:${port}`, stop };
}

const run = (words: string[], env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, words, { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });

/**
 * Installs the package that a server offers like `npm install URL`, with dependencies from the
 * checkout.
 */
async function install(): Promise<string> {
  const modules = join(folder, "node_modules");
  const [tarball] = (await readdir(join(root, "build/packages"))) as [string];
  const unpacked = join(modules, `.${tarball}`);
  if (existsSync(join(unpacked, "package.json"))) return tarball;
  await mkdir(unpacked, { recursive: true });
  const words = [
    "xzf",
    join(root, "build/packages", tarball),
    "-C",
    unpacked,
    "--strip-components=1",
  ];
  await promisify(execFile)("tar", words);
  const link = `${unpacked}-${process.pid}`;
  await symlink(`.${tarball}`, link);
  await rename(link, join(modules, "spoor-react-router"));
  return tarball;
}

/** The build includes the package and the checkout's React Router version. */
async function built(tarball: string): Promise<string> {
  const dependsOn = [tarball, await readFile(join(root, "package-lock.json"), "utf8")];
  return buildOnce({
    cwd: folder,
    name: "shop",
    files: ["*.{js,json}", "app/**/*.*"],
    dependsOn,
    command: [bin("react-router"), "build"],
    env: (place) => ({ SHOP_BUILD: place }),
  });
}

/** The first URL that a server prints. */
async function addressOf(child: ChildProcess): Promise<string> {
  let output = "";
  child.stdout!.on("data", (chunk: Buffer) => (output += chunk.toString()));
  for (const deadline = Date.now() + 20_000; ; await pause(50)) {
    const address = /http:\/\/[\w.:-]+(?=[\s/)])/.exec(output)?.[0];
    if (address !== undefined) return address;
    if (Date.now() > deadline || child.exitCode !== null)
      throw new Error(`The shop did not start: ${output}`);
  }
}
