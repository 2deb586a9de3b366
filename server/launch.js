import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
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
  if (Number(process.versions.node.split(".", 1)[0]) < oldestMajor) return underPackagedNode(words);
  process.env.NODE_ENV ??= "production";
  if (!(await buildIsCurrent())) await build();
  const program = new URL("../build/server/cli.js", import.meta.url);
  if (words[0] === "serve") becomeWithLessMemory(fileURLToPath(program), words);
  process.argv.splice(2, process.argv.length, ...words);
  await import(program.href);
  return Number(process.exitCode ?? 0);
}

/** @param {string[]} words @returns {Promise<number>} */
function underPackagedNode(words) {
  const node = join(root, "node_modules/node/bin/node");
  if (!existsSync(node)) {
    process.stderr.write(
      `Spoor needs Node ${oldestMajor} or newer; this is ${process.version}. “npm ci” brings it along.\n`,
    );
    return Promise.resolve(1);
  }
  const child = spawn(node, [join(root, "server/cli/bin.js"), ...words], { stdio: "inherit" });
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => child.on("exit", (code) => resolve(code ?? 1)));
}
