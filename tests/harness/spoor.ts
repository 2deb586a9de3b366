import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { cli } from "./program.js";
import { residentCli } from "./resident-cli.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
export { cli };

/**
 * Hundreds of starts compile the same program: with a shared cache each takes 0.7 s of CPU, not 0.9
 * (measured).
 */
const compileCache = join(tmpdir(), "spoor-test-compiled");

/** A test's own instance: the compiled program, a process, a port, and a data folder. */
export type Spoor = {
  url: string;
  dataFolder: string;
  /** Where data is stored except the queue, if not in the folder. */
  databaseUrl?: string;
  /** The setup link, once it is printed: soon after the start if there is no owner yet. */
  setUpUrl(): Promise<string>;
  /** The process ID. */
  pid: number;
  /** All output so far. */
  output(): string;
  /** Runs `spoor …` beside it. Returns its JSON output. */
  run(...words: string[]): Promise<Record<string, unknown>>;
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL, like a power cut. */
  kill(): Promise<void>;
  /** Starts a new process with a new port on the same folder. */
  restart(): Promise<Spoor>;
  /** Ends all processes on its folder, also restarted ones, and removes the folder. */
  remove(): Promise<void>;
};

export type SpoorOptions = {
  dataFolder?: string;
  environment?: Record<string, string>;
  /** A command prefix for the program, such as `unshare -m …` for a separate disk. */
  under?: string[];
  /**
   * A command that replaces the compiled program, such as `npm start` in the checkout. The process
   * ID is that command's.
   */
  command?: string[];
};

/** `endings` end the processes on the same folder. */
export async function startSpoor(
  options: SpoorOptions = {},
  endings: (() => Promise<unknown>)[] = [],
): Promise<Spoor> {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), "spoor-test-")));
  const env: NodeJS.ProcessEnv = {
    ...environmentOf(dataFolder, options.environment),
    NODE_COMPILE_CACHE: compileCache,
  };
  const program = options.command ?? [process.execPath, cli, "serve"];
  const [command, ...words] = [...(options.under ?? []), ...program] as [string, ...string[]];
  const child = spawn(command, words, {
    env,
    cwd: options.command ? root : undefined,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  const url = await waitForUrl(child, output);
  const commandLine = residentCli({ ...env, PORT: new URL(url).port });
  endings.push(commandLine.end, () => end(child, "SIGTERM"));
  return {
    url,
    dataFolder,
    pid: child.pid!,
    setUpUrl: () => waitForSetUpUrl(url, output),
    ...(env["DATABASE_URL"] !== undefined && { databaseUrl: env["DATABASE_URL"] }),
    output: () => output.join(""),
    run: commandLine.run,
    stop: () => (void commandLine.end(), end(child, "SIGTERM")),
    kill: async () => (void commandLine.end(), void (await end(child, "SIGKILL"))),
    restart: () => startSpoor({ ...options, dataFolder }, endings),
    remove: async () => {
      await Promise.all(endings.map((endOne) => endOne()));
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** Runs `spoor …` like a script. Rejects with its stderr. */
export async function runCli(
  words: string[],
  env: NodeJS.ProcessEnv,
): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...words, "--json"], {
    env,
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}

export function environmentOf(
  dataFolder: string,
  more: Record<string, string> = {},
): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    SPOOR_DATA: dataFolder,
    PORT: "0",
    ...more,
  };
}

async function waitForUrl(child: ChildProcess, output: string[]): Promise<string> {
  const deadline = Date.now() + 45_000;
  while (Date.now() < deadline && child.exitCode === null) {
    const url = /Spoor listens on (http:\/\/[^\s"]+)/.exec(output.join(""))?.[1];
    // Most of what a start says follows the first line within a moment.
    if (url) return pause(50).then(() => url.replace("localhost", "127.0.0.1"));
    await pause(20);
  }
  throw new Error(`Spoor did not start:\n${output.join("")}`);
}

async function waitForSetUpUrl(url: string, output: string[]): Promise<string> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await pause(20)) {
    const path = /(\/setup\?token=\S+)/.exec(output.join(""))?.[1];
    if (path) return url + path;
  }
  throw new Error(`Spoor printed no setup link:\n${output.join("")}`);
}

function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once("exit", (code) => resolve(code));
    child.kill(signal);
  });
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));
