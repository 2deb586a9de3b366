import { execFile, spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { visit } from "#tests/harness/visitor.ts";

// Installs the result of `npm run pack` as users do: with npm, in an empty folder, without the
// registry.

const exec = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));

let folder: string;
let spoor: string;
let environment: NodeJS.ProcessEnv;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spoor-installed-"));
  const { stdout } = await exec(process.execPath, [join(root, "server/start/pack.js")], {
    cwd: root,
  });
  const [tarball] = stdout.trim().split("\n") as [string];
  await exec("npm", ["install", "--global", "--offline", "--silent", "--prefix", folder, tarball]);
  spoor = join(folder, "bin/spoor");
  environment = { PATH: process.env.PATH, SPOOR_DATA: join(folder, "data"), PORT: "0" };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Its output and exit code. */
const run = (words: string[], more: NodeJS.ProcessEnv = {}) =>
  exec(spoor, words, { env: { ...environment, ...more } }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: "" }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );

test("the package is standalone and contains the licenses of its dependencies", async () => {
  const modules = join(folder, "lib/node_modules");
  expect(await readdir(modules)).toEqual(["spoor"]);
  const files = await readdir(join(modules, "spoor"));
  expect(files).toEqual(
    expect.arrayContaining(["LICENSE", "README.md", "THIRD-PARTY.txt", "package.json"]),
  );
  expect(files).not.toContain("node_modules");
  const notices = await readFile(join(modules, "spoor/THIRD-PARTY.txt"), "utf8");
  for (const name of ["express", "react-dom", "react-router", "postgres", "nodemailer"])
    expect(notices).toMatch(new RegExp(`^${name} \\d.*\\(`, "m"));
});

test("the default command serves; commands and health find it; SIGTERM stops it", async () => {
  expect((await run(["health"])).code).toBe(1);
  const child = spawn(spoor, [], { env: environment, stdio: ["ignore", "pipe", "inherit"] });
  const lines: string[] = [];
  child.stdout.on("data", (chunk: Buffer) => lines.push(String(chunk)));
  const address = () => /Spoor listens on (http:\/\/localhost:\d+)/.exec(lines.join(""))?.[1];
  await expect.poll(address).toBeDefined();
  const url = address()!;
  expect((await visit(url).get("/login")).status).toBe(200);
  expect(await run(["health"])).toMatchObject({ code: 0, stdout: `${url} is ready.\n` });
  const made = JSON.parse(
    (await run(["project", "create", "--name", "Shop", "--slug", "shop"])).stdout,
  ) as {
    dsn: string;
  };
  expect(new URL(made.dsn).origin).toBe(url);
  const dsn = new URL(made.dsn);
  const sent = await fetch(`${url}/api${dsn.pathname}/store/?sentry_key=${dsn.username}`, {
    method: "POST",
    body: JSON.stringify({ message: "from a stranger" }),
  });
  expect(sent.status).toBe(200);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  expect((await run(["health"])).code).toBe(1);
});

test.each(["--version", "-V", "version"])("%s prints the version", async (word) => {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
    version: string;
  };
  expect(await run([word])).toMatchObject({ code: 0, stdout: `${version}\n` });
});

test("an older Node version gets a message", async () => {
  const pretend =
    "--import=data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'})";
  const { code, stderr } = await run([], { NODE_OPTIONS: pretend });
  expect(code).toBe(1);
  expect(stderr).toContain("Spoor requires Node 24 or newer");
});

test("the same source builds the same bytes", async () => {
  const bytes = async () => {
    const { stdout } = await exec(process.execPath, [join(root, "server/start/pack.js")], {
      cwd: root,
    });
    return Promise.all(
      stdout
        .trim()
        .split("\n")
        .map((path) => readFile(path)),
    );
  };
  const [first, second] = [await bytes(), await bytes()];
  expect(first.every((tarball, index) => tarball.equals(second[index]!))).toBe(true);
});
