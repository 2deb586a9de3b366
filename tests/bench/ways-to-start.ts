// `npx node tests/bench/ways-to-start.ts [--only=npx,image]` measures each way to start Spoor on a
// machine with only Node and npm, and prints the table of server/deploy/README.md. Run it after
// `npm run pack`; the checkout needs the registry, the Dockerfile's file system needs root.
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { describeMachine } from "./machine.ts";
import { majorOf, makeEmptyMachine, onPath } from "#tests/harness/faults/empty-machine.ts";
import { type Started, type StartOptions, timeStart } from "./measure/first-page.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "spoor-ways-"));
const [tarball] = globSync(join(root, "build/package/spoor-[0-9]*.tgz"));
if (tarball === undefined) throw new Error("There is no package: run “npm run pack”.");

type Cost = {
  installSeconds?: number;
  first: Started;
  next: Started;
  downloadMB?: number;
  diskMB: number;
};
type Way = { title: string; measure: () => Promise<Cost> };

const inFolder = (name: string) => {
  const folder = join(work, name);
  mkdirSync(folder);
  return folder;
};

async function startTwice({
  env,
  ...options
}: StartOptions): Promise<Pick<Cost, "first" | "next">> {
  const withData = { ...options, env: { ...env, SPOOR_DATA: mkdtempSync(join(work, "data-")) } };
  return { first: await timeStart(withData), next: await timeStart(withData) };
}

function megabytesOf(folder: string): number {
  return (
    Number.parseInt(
      execFileSync("du", ["--bytes", "--summarize", folder], { encoding: "utf8" }),
      10,
    ) / 1e6
  );
}

const newNode = process.execPath;
const oldNode = onPath("node");

const ways: Record<string, Way> = {
  npx: {
    title: `\`npx ./spoor-X.tgz\` with Node ${majorOf(newNode)}`,
    async measure() {
      const { home, cache, env } = makeEmptyMachine(inFolder("npx"), newNode);
      cpSync(tarball, join(home, "spoor.tgz"));
      const starts = await startTwice({ command: ["npx", "--yes", "./spoor.tgz"], cwd: home, env });
      return { ...starts, downloadMB: megabytesOf(tarball), diskMB: megabytesOf(cache) };
    },
  },
  global: {
    title: `\`npm install --global\`, then \`spoor\`, with Node ${majorOf(newNode)}`,
    async measure() {
      const { home, env, run } = makeEmptyMachine(inFolder("global"), newNode);
      const prefix = join(home, "prefix");
      const installSeconds = run(["npm", "install", "--global", "--prefix", prefix, tarball]);
      const starts = await startTwice({ command: [join(prefix, "bin/spoor")], cwd: home, env });
      return {
        installSeconds,
        ...starts,
        downloadMB: megabytesOf(tarball),
        diskMB: megabytesOf(prefix),
      };
    },
  },
  checkout: {
    title: `a checkout: \`npm ci\`, then \`npm start\`, with Node ${majorOf(oldNode)}`,
    async measure() {
      const { cache, env, run } = makeEmptyMachine(inFolder("checkout"), oldNode);
      const cwd = inFolder("source");
      const input = execFileSync("git", ["archive", "HEAD"], { cwd: root, maxBuffer: 1024 ** 3 });
      execFileSync("tar", ["x"], { cwd, input });
      const installSeconds = run(["npm", "ci", "--no-audit", "--no-fund"], cwd);
      const downloadMB = megabytesOf(cache);
      const starts = await startTwice({ command: ["npm", "start"], cwd, env });
      return { installSeconds, ...starts, downloadMB, diskMB: megabytesOf(cwd) };
    },
  },
  image: {
    title: "the Dockerfile's file system, as process 1",
    async measure() {
      execFileSync("tar", ["xzf", tarball, "-C", work]);
      process.env["SPOOR_TEST_PACKAGE"] = join(work, "package");
      const { makeImage } = await import("#tests/harness/servers/image.ts");
      const image = makeImage();
      const { under = [], command = [] } = image.options(inFolder("volume"));
      const starts = await startTwice({
        command: [...under, ...command],
        cwd: root,
        env: { PATH: process.env["PATH"] },
      });
      const cost = { ...starts, diskMB: megabytesOf(image.root) };
      image.remove();
      return cost;
    },
  },
};

function rowOf(title: string, { installSeconds, first, next, downloadMB, diskMB }: Cost): string {
  const cells = [installSeconds, first.seconds, next.seconds, downloadMB, diskMB].map((value) =>
    value === undefined ? "–" : value.toFixed(value < 100 ? 1 : 0),
  );
  return `| ${[title, ...cells, next.memoryMiB.toFixed(0)].join(" | ")} |`;
}

const { values } = parseArgs({ options: { only: { type: "string" } } });
const { cpu, cores, load, date } = describeMachine(new Date());
const head = [
  "way",
  "install, s",
  "first start, s",
  "next start, s",
  "download, MB",
  "on disk, MB",
  "memory, MiB",
];
process.stdout.write(`${date.slice(0, 10)}, ${cores} cores (${cpu}), load ${load}\n\n`);
process.stdout.write(`| ${head.join(" | ")} |\n| --- |${" ---: |".repeat(head.length - 1)}\n`);
for (const name of values.only?.split(",") ?? Object.keys(ways)) {
  const { title, measure } = ways[name]!;
  process.stdout.write(`${rowOf(title, await measure())}\n`);
}
rmSync(work, { recursive: true, force: true });
