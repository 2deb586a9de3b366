import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "#tests/harness/free-port.ts";
import { pause } from "#tests/harness/spoor.ts";
import { figure } from "../figure.ts";
import { firstPage } from "../measure/first-page.ts";
import { residentMiB } from "../measure/process-usage.ts";
import type { Bench, Suite } from "../suite.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

export const startUp: Suite = async (bench) => {
  const { rounds, isWhole } = bench;
  const startsMs: number[] = [];
  const idleMiB: number[] = [];
  for (let round = 0; round < rounds; round++) startsMs.push(await firstPageMs());
  // Varies little and takes three seconds each.
  for (let round = 0; round < (isWhole ? rounds : 1); round++)
    idleMiB.push(await idleMemory(bench));
  return [
    figure({
      name: "npm start to the first page",
      unit: "ms",
      values: startsMs,
      budget: { of: "value", atMost: 1000 },
    }),
    figure({
      name: "resident memory, idle",
      unit: "MiB",
      values: idleMiB,
      budget: { of: "value", atMost: 150, aim: "100" },
    }),
  ];
};

/** With an existing build and an empty data folder, including npm's own time. */
async function firstPageMs(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "spoor-bench-"));
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: String(port),
    SPOOR_DATA: folder,
  };
  const startedAt = performance.now();
  // A separate process group: npm, its shell, and the server exit together.
  const child = spawn("npm", ["start"], { cwd: root, env, stdio: "ignore", detached: true });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  try {
    await firstPage(`http://127.0.0.1:${port}/login`, startedAt + 30_000);
    return performance.now() - startedAt;
  } finally {
    process.kill(-child.pid!, "SIGTERM");
    await exited;
    await pause(200);
    await rm(folder, { recursive: true, force: true });
  }
}

/** After a page and a second of rest. */
async function idleMemory({ startSpoor }: Bench): Promise<number> {
  const spoor = await startSpoor();
  await spoor.get("/issues").then((answer) => answer.text());
  await pause(1000);
  const resident = residentMiB(spoor.pid);
  await spoor.remove();
  return resident;
}
