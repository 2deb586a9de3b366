import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildIsCurrent, build } from "./build.js";
import { becomeWithLessMemory } from "./less-memory.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Node 24 comes as a package: whatever Node the machine has only has to get this far. */
const oldestMajor = 24;

/**
 * Runs Spoor's command line from the build of this very source, making that build first when it is missing or old.
 * @param {string[]} words
 * @returns {Promise<number>} the exit code; 0 while a server goes on
 */
export async function spoor(words) {
  if (words[0] === "serve") endOnSignals();
  if (Number(process.versions.node.split(".", 1)[0]) < oldestMajor) return underPackagedNode(words);
  process.env.NODE_ENV ??= "production";
  if (!(await buildIsCurrent())) await build();
  const program = new URL("../build/server/cli.js", import.meta.url);
  if (words[0] === "serve") {
    await signalsReceived();
    becomeWithLessMemory(fileURLToPath(program), words);
  }
  process.argv.splice(2, process.argv.length, ...words);
  await import(program.href);
  return Number(process.exitCode ?? 0);
}

const signals = ["SIGTERM", "SIGINT"];

/** Until the server has handlers of its own: process 1 of a container is not ended by a signal that it does not handle. */
function endOnSignals() {
  for (const signal of signals) process.on(signal, () => process.listenerCount(signal) === 1 && process.exit(0));
}

/** Signals are handed over once in each turn of the event loop; what becomes another program would lose them. */
async function signalsReceived() {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * This process stays as the parent, hands signals on and ends as the server does.
 * @param {string[]} words
 * @returns {Promise<number>}
 */
function underPackagedNode(words) {
  const node = join(root, "node_modules/node/bin/node");
  if (!existsSync(node)) {
    process.stderr.write(
      `Spoor needs Node ${oldestMajor} or newer; this is ${process.version}. “npm ci” brings it along.\n`,
    );
    return Promise.resolve(1);
  }
  const env = { ...process.env, SPOOR_LAUNCHER_PID: String(process.pid) };
  const child = spawn(node, [join(root, "server/cli/bin.js"), ...words], { stdio: "inherit", env });
  for (const signal of signals) {
    process.removeAllListeners(signal);
    process.on(signal, () => child.kill(signal));
  }
  return new Promise((resolve) => child.on("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal])));
}
