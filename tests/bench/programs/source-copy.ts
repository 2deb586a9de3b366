import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
// Includes the repository, as tested tools (sentry-cli) read its commits.
const leftOut = new Set(["node_modules", "build", "data", "test-results"]);

/**
 * Copies the sources to a separate folder, so that building them leaves the measured build alone.
 */
export async function copySources({ linkPackages }: { linkPackages: boolean }) {
  const folder = await mkdtemp(join(tmpdir(), "spoor-sources-"));
  await cp(root, folder, {
    recursive: true,
    filter: (path) => !leftOut.has(relative(root, path).split(sep)[0]!),
  });
  if (linkPackages) await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
