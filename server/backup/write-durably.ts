import { open } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * What the disk has to take at once at most: a server beside this waits for its own few bytes as
 * long as that takes.
 */
const syncBytes = 16 * 1024 * 1024;

/** Writes a new file for its owner alone; resolves to its size once all of it is on disk. */
export async function writeDurably(path: string, pieces: AsyncIterable<Buffer>): Promise<number> {
  const file = await open(path, "wx", 0o600);
  try {
    let [bytes, unsynced] = [0, 0];
    for await (const piece of pieces) {
      await file.writeFile(piece);
      bytes += piece.length;
      unsynced += piece.length;
      if (unsynced >= syncBytes) {
        await file.datasync();
        unsynced = 0;
      }
    }
    await file.sync();
    return bytes;
  } finally {
    await file.close();
  }
}

/** A name in a folder is on disk once the folder is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync();
  await handle.close();
}

export const syncFolderOf = (path: string): Promise<void> => syncFolder(dirname(path));
