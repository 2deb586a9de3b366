import { open, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Backlog } from "./backlog.ts";
import type { Troubles } from "#server/digest/intake/troubles.ts";

type DiskDeps = { folder: string; backlog: Backlog; troubles: Troubles };

/** What a handful of requests take: a disk with room for one byte is full all the same. */
const probeBytes = 256 * 1024;
/**
 * With less than this the queue is let in nothing (backlog.ts): that is the disk's doing, and said
 * to be.
 */
const leastBytes = 4 * 1024 * 1024;

/**
 * Looks at the disk once a second: how much room the spool may take, and, while it takes nothing,
 * whether it does again. No request is needed to find out: a load balancer that reads `/readyz`
 * sends nothing until it is told to.
 */
export function watchDisk({ folder, backlog, troubles }: DiskDeps): () => Promise<void> {
  return async () => {
    const { bavail, bsize } = await statfs(folder);
    const freeBytes = bavail * bsize;
    backlog.seeRoom(freeBytes);
    if (freeBytes < leastBytes) troubles.begin({ kind: "spool-refused", cause: "full" });
    else if (troubles.has("spool-refused") && (await takes(folder))) troubles.end("spool-refused");
  };
}

async function takes(folder: string): Promise<boolean> {
  const path = join(folder, "probe");
  try {
    const file = await open(path, "w");
    try {
      await file.writeFile(Buffer.alloc(probeBytes));
      await file.datasync();
    } finally {
      await file.close();
      await rm(path, { force: true });
    }
    return true;
  } catch {
    return false;
  }
}
