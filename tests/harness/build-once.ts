import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { lock } from "#tests/set-up.js";

/** How a framework builds an application, in the application's folder. */
export type Build = {
  cwd: string;
  /** What the build's folder begins with. */
  name: string;
  /** Patterns of the files that it is made of, and anything else that it depends on. */
  files: string[];
  dependsOn?: string[];
  /** A program of Node.js and its arguments. */
  command: string[];
  /** The variables that say where the build is made. */
  env: (folder: string) => Record<string, string>;
};

/** Built once for what its files are, however many tests and runs use it. Answers with the folder, below the application's own. */
export async function buildOnce({ cwd, name, files, dependsOn = [], command, env }: Build): Promise<string> {
  const hash = createHash("sha256").update(dependsOn.join("\n"));
  for (const path of globSync(files, { cwd }).toSorted()) hash.update(path).update(await readFile(join(cwd, path)));
  const folder = join("build", `${name}-${hash.digest("hex").slice(0, 12)}`);
  const isBuilt = () => existsSync(join(cwd, folder, "complete"));
  if (isBuilt()) return folder;
  // The place is written into the build, so it is made where it stays.
  const release = await lock(join(cwd, `.building-${name}`), isBuilt);
  try {
    if (isBuilt()) return folder;
    const variables = { ...process.env, NODE_ENV: "production", ...env(folder) };
    await promisify(execFile)(process.execPath, command, { cwd, env: variables });
    await writeFile(join(cwd, folder, "complete"), "");
  } finally {
    release();
  }
  return folder;
}
