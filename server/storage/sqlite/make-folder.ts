import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder for this user alone, and those above it, one by one. Node's own `recursive` never
 * returns where the system makes no folder and says that there is none, as in /proc. Throws a
 * sentence there.
 */
export function makeFolder(folder: string): void {
  const path = resolve(folder);
  if (isFolder(path)) return;
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (isFolder(path)) return;
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new Error(`The folder ${path} cannot be created. Set SPOOR_DATA to another folder.`, {
      cause: error,
    });
  }
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
