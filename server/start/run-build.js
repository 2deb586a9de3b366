import { fileURLToPath } from "node:url";
import { becomeWithLessMemory } from "./less-memory.js";

export const signals = ["SIGTERM", "SIGINT"];

export const oldestMajor = 24;

/** Whether this Node is older than what the build runs on. */
export const isTooOld = Number(process.versions.node.split(".", 1)[0]) < oldestMajor;

/** Whether the words ask for the server, which `spoor` by itself does. */
export const asksToServe = (words) =>
  words.length === 0 || words[0] === "serve" || words[0] === "demo";

/**
 * Until the server has handlers of its own: process 1 of a container is not ended by a signal that
 * it does not handle.
 */
export function endOnSignals() {
  for (const signal of signals)
    process.on(signal, () => process.listenerCount(signal) === 1 && process.exit(0));
}

/**
 * Runs the command line of the build beside this folder.
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
 * Signals are handed over once in each turn of the event loop; what becomes another program would
 * lose them.
 */
async function signalsReceived() {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}
