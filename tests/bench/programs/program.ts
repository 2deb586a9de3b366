import { type ChildProcess, spawn } from "node:child_process";

/** A measured server: a process and a port. */
export type Program = { pid: number; port: number; stop(): Promise<void>; kill(): Promise<void> };

export type ProgramOptions = {
  words: string[];
  environment?: NodeJS.ProcessEnv;
  /** Its output when it listens, with the port in a capturing group. */
  announces?: RegExp;
};

const announcement = /listens on http:\/\/[\w.]+:(\d+)/i;

/** Starts `node …words` and waits until it prints its port. Rejects with its output if it exits. */
export async function startProgram({
  words,
  environment = {},
  announces = announcement,
}: ProgramOptions): Promise<Program> {
  const env = { PATH: process.env.PATH, NODE_ENV: "production", ...environment };
  const child = spawn(process.execPath, words, { env, stdio: ["ignore", "pipe", "pipe"] });
  // A failing bench leaves no process running.
  const kill = () => child.kill("SIGKILL");
  process.on("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  const port = await portOf(child, announces);
  return {
    pid: child.pid!,
    port,
    stop: () => end(child, "SIGTERM"),
    kill: () => end(child, "SIGKILL"),
  };
}

function portOf(child: ChildProcess, announces: RegExp): Promise<number> {
  let output = "";
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const port = announces.exec(output)?.[1];
      if (port) resolve(Number(port));
    };
    child.stdout!.on("data", read);
    child.stderr!.on("data", read);
    child.once("exit", () =>
      reject(new Error(`A program of the bench ended before it listened:\n${output}`)),
    );
  });
}

function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill(signal);
  });
}
