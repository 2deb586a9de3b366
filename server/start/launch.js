import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, buildIsCurrent, canBuild } from "./build.js";
import {
  asksToServe,
  endOnSignals,
  isTooOld,
  oldestMajor,
  runBuild,
  signals,
} from "./run-build.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Runs Spoor's command line from the build of this source, building it first if it is missing or
 * outdated.
 * @param {string[]} words
 * @returns {Promise<number>} the exit code; 0 while a server runs
 */
export async function spoor(words) {
  if (asksToServe(words)) endOnSignals();
  // Node 24 is installed as a package: the machine's Node only has to run up to here.
  if (isTooOld) return underPackagedNode(words);
  process.env.NODE_ENV ??= "production";
  if (!(await buildIsCurrent())) {
    if (!canBuild())
      return refuse(
        "This source tree has no build, and the build tools are not installed. Run “npm ci”, then “npm run build”.",
      );
    await build();
  }
  return runBuild(words);
}

/**
 * This process remains as the parent, forwards signals, and exits with the server.
 * @param {string[]} words
 * @returns {Promise<number>}
 */
function underPackagedNode(words) {
  const node = join(root, "node_modules/node/bin/node");
  if (!existsSync(node))
    return refuse(
      `Spoor requires Node ${oldestMajor} or newer; this is ${process.version}. “npm ci” installs Node 24 on most platforms.`,
    );
  const env = { ...process.env, SPOOR_LAUNCHER_PID: String(process.pid) };
  const child = spawn(node, [join(root, "server/cli/bin.js"), ...words], { stdio: "inherit", env });
  for (const signal of signals) {
    process.removeAllListeners(signal);
    process.on(signal, () => child.kill(signal));
  }
  return new Promise((resolve) =>
    child.on("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal])),
  );
}

/** @param {string} sentence */
function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  return Promise.resolve(1);
}
