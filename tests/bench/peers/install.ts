import { mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "../programs/command.ts";

export type Wanted = {
  dependencies: Record<string, string>;
  overrides?: Record<string, string>;
  /** Packages that must compile or download something first. */
  built?: string[];
};

/**
 * Installs packages that Spoor does not depend on into a folder outside the repository, kept for
 * the next run. Returns the folder, or a message if the registry is unreachable.
 */
export async function installElsewhere(
  name: string,
  wanted: Wanted,
): Promise<{ folder: string } | { why: string }> {
  const folder = join(tmpdir(), `spoor-bench-${name}`);
  const { dependencies, overrides, built = [] } = wanted;
  const manifest = JSON.stringify({ private: true, dependencies, overrides });
  const marker = join(folder, "installed.json");
  if ((await readFile(marker, "utf8").catch(() => "")) === manifest) return { folder };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), manifest);
  try {
    await runCommand({
      words: ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"],
      folder,
    });
    if (built.length > 0) {
      await runCommand({ words: ["npm", "rebuild", "--ignore-scripts=false", ...built], folder });
    }
  } catch (error) {
    return { why: `could not be installed: ${String(error).split("\n")[0]}` };
  }
  await writeFile(marker, manifest);
  return { folder };
}
