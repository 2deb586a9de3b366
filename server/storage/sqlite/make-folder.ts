import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Creates a folder for this user only, and its parents one by one. Node's `recursive` never returns
 * if the system creates no folder and then reports that it doesn't exist, as in /proc. Throws a
 * message in that case.
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
