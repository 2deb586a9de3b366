import { readdir, stat } from "node:fs/promises";
import { join, sep } from "node:path";

/**
 * Size of a data folder without its queue, which at rest is one segment of processed data, whatever
 * the number of events.
 */
export async function storedSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && !entry.parentPath.split(sep).includes("spool"),
  );
  const sizes = await Promise.all(files.map((file) => stat(join(file.parentPath, file.name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}
