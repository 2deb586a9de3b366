import { spawn } from "node:child_process";
import { freePort } from "#tests/harness/free-port.ts";
import { pause } from "#tests/harness/spoor.ts";
import { processesOfGroup, residentMiB } from "./process-usage.ts";

export type Started = {
  /** From the command to the first page. */
  seconds: number;
  /** Memory of all its processes after a second of rest. */
  memoryMiB: number;
};

export type StartOptions = { command: string[]; cwd: string; env: NodeJS.ProcessEnv };

/** Starts an instance with a command, reads its first page, and stops it. */
export async function timeStart({
  command: [program, ...words],
  cwd,
  env,
}: StartOptions): Promise<Started> {
  const port = await freePort();
  const startedAt = performance.now();
  // A separate process group: npm, its shell, and the server.
  const child = spawn(program!, words, {
    cwd,
    detached: true,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...env, PORT: String(port) },
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  try {
    await firstPage(`http://127.0.0.1:${port}/login`, startedAt + 60_000);
    const seconds = (performance.now() - startedAt) / 1000;
    await pause(1000);
    const pids = processesOfGroup(child.pid!).map(({ pid }) => pid);
    return { seconds, memoryMiB: pids.reduce((sum, pid) => sum + residentMiB(pid), 0) };
  } finally {
    endServer(child.pid!);
    await exited;
  }
}

/** The server is the process without children; its ancestors exit with it. */
function endServer(group: number): void {
  const all = processesOfGroup(group);
  const server = all.find(({ pid }) => !all.some(({ ppid }) => ppid === pid));
  if (server) process.kill(server.pid, "SIGTERM");
}

export async function firstPage(url: string, deadline: number): Promise<void> {
  while (performance.now() < deadline) {
    const status = await fetch(url).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    await pause(5);
  }
  throw new Error(`${url} did not answer in time.`);
}
