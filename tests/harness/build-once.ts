import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { lock } from "#tests/set-up.js";

/** How a framework builds an application in its folder. */
export type Build = {
  cwd: string;
  /** Prefix of the build folder's name. */
  name: string;
  /** Patterns of source files, and other dependencies. */
  files: string[];
  dependsOn?: string[];
  /** A Node.js program and its arguments. */
  command: string[];
  /** Environment variables that set the build folder. */
  env: (folder: string) => Record<string, string>;
};

/**
 * Builds once per content of its files, for all tests and runs. Returns the folder below the
 * application's.
 */
export async function buildOnce({
  cwd,
  name,
  files,
  dependsOn = [],
  command,
  env,
}: Build): Promise<string> {
  const hash = createHash("sha256").update(dependsOn.join("\n"));
  for (const path of globSync(files, { cwd }).toSorted())
    hash.update(path).update(await readFile(join(cwd, path)));
  const folder = join("build", `${name}-${hash.digest("hex").slice(0, 12)}`);
  const isBuilt = () => existsSync(join(cwd, folder, "complete"));
  if (isBuilt()) return folder;
  // The build contains its path, so it is built in place.
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
