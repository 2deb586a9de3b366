import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packInstrumentation } from "./pack-instrumentation.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const reactRouter = join(root, "node_modules/@react-router/dev/bin.cjs");
const stampPath = join(root, "build/source.sha256");

/** Inputs of the build: any change makes it outdated. */
const sources = [
  "app",
  "server",
  "public",
  "package.json",
  "vite.config.ts",
  "react-router.config.ts",
  "tsconfig.json",
];

/** @returns {Promise<boolean>} whether `build/` was made from exactly this source */
export async function buildIsCurrent() {
  const stamp = await readFile(stampPath, "utf8").catch(() => "");
  return stamp !== "" && stamp === hashSource();
}

/** Without development packages (`npm ci --omit=dev`), nothing can be built. */
export const canBuild = () => existsSync(reactRouter);

/**
 * Rebuilds `build/`: the browser's files; the server, command line, and worker as compiled
 * JavaScript; and the two halves of our instrumentation for other React Router applications, with
 * their types.
 */
export async function build() {
  process.stderr.write("Building Spoor (this source tree has no build yet)…\n");
  // In this order: React Router's build empties the folder first.
  await run(process.execPath, [reactRouter, "build"]);
  await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "app/trace"]);
  packInstrumentation();
  await writeFile(stampPath, hashSource());
}

/**
 * Each start waits for it: reading a thousand small files synchronously takes a quarter of the time
 * (measured).
 */
function hashSource() {
  const hash = createHash("sha256");
  for (const path of listFiles())
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(root, path)));
  return hash.digest("hex");
}

/** @returns {string[]} every source file except tests, in a fixed order */
function listFiles() {
  const lists = sources.map((source) => {
    if (source.includes(".")) return [source];
    const entries = readdirSync(join(root, source), { recursive: true, withFileTypes: true });
    const files = entries.filter(
      (entry) => entry.isFile() && !/\.(test\.tsx?|md)$/.test(entry.name),
    );
    return files.map((entry) => join(entry.parentPath, entry.name).slice(root.length));
  });
  return lists.flat().toSorted();
}

/** @param {string} command @param {string[]} words @returns {Promise<void>} */
function run(command, words) {
  // Quiet unless it fails: the bundler's file list is of no use at a start.
  const child = spawn(command, words, {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" },
  });
  const end = () => child.kill();
  process.once("exit", end);
  const output = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.on("exit", (code) => {
      process.off("exit", end);
      if (code === 0) return resolve();
      process.stderr.write(Buffer.concat(output));
      reject(new Error("The build failed. See above."));
    });
  });
}

if (import.meta.filename === process.argv[1]) await build();
