import { open } from "node:fs/promises";
import { dirname } from "node:path";

/** Maximum bytes per disk sync: a running server waits that long for its own small writes. */
const syncBytes = 16 * 1024 * 1024;

/** Writes a new private file. Resolves to its size once all of it is on disk. */
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

/** A new name is durable once its folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync();
  await handle.close();
}

export const syncFolderOf = (path: string): Promise<void> => syncFolder(dirname(path));
