import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Program, startProgram } from "./program.ts";

export type PageFloors = {
  /** React Router in framework mode behind Express only. */
  router: Program;
  /** `renderToString` behind `node:http`. */
  bare: Program;
  stop(): Promise<void>;
};

const root = fileURLToPath(new URL("../../..", import.meta.url));
const bundle = join(root, "build/bench/server");

/**
 * Builds the page's floors from the product's current components and starts them on the folder's
 * data.
 */
export async function startPageFloors({ dataFolder }: { dataFolder: string }): Promise<PageFloors> {
  await buildFloors();
  const start = (name: string) =>
    startProgram({ words: [join(bundle, name)], environment: { SPOOR_DATA: dataFolder } });
  const [router, bare] = await Promise.all([start("express.js"), start("bare.js")]);
  return { router, bare, stop: async () => void (await Promise.all([router.stop(), bare.stop()])) };
}

async function buildFloors(): Promise<void> {
  await rm(join(root, "build/bench"), { recursive: true, force: true });
  const words = [
    join(root, "node_modules/@react-router/dev/bin.cjs"),
    "build",
    "tests/bench/floors/react-router-app",
  ];
  await promisify(execFile)(process.execPath, words, {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" },
  });
}
