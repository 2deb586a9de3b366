import { fileURLToPath } from "node:url";
import { becomeWithLessMemory } from "./less-memory.js";

export const signals = ["SIGTERM", "SIGINT"];

export const oldestMajor = 24;

/** Whether this Node is older than the build requires. */
export const isTooOld = Number(process.versions.node.split(".", 1)[0]) < oldestMajor;

/** Whether the arguments start the server, the default command. */
export const asksToServe = (words) =>
  words.length === 0 || words[0] === "serve" || words[0] === "demo";

/**
 * Used until the server installs its own handlers: process 1 of a container isn't terminated by
 * signals without a handler.
 */
export function endOnSignals() {
  for (const signal of signals)
    process.on(signal, () => process.listenerCount(signal) === 1 && process.exit(0));
}

/**
 * Runs the command line of the build next to this folder.
 * @param {string[]} words
 * @returns {Promise<number>} the exit code; 0 while a server runs
 */
export async function runBuild(words) {
  process.env.NODE_ENV ??= "production";
  const program = new URL("../../build/server/cli.js", import.meta.url);
  if (asksToServe(words)) {
    await signalsReceived();
    becomeWithLessMemory(fileURLToPath(program), words);
  }
  process.argv.splice(2, process.argv.length, ...words);
  await import(program.href);
  return Number(process.exitCode ?? 0);
}

/**
 * Signals are delivered once per event-loop turn. Replacing the process before that would lose
 * them.
 */
async function signalsReceived() {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}
