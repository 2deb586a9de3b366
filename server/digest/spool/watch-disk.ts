import { open, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Backlog } from "./backlog.ts";
import type { Troubles } from "#server/digest/intake/troubles.ts";

type DiskDeps = { folder: string; backlog: Backlog; troubles: Troubles };

/** Space for a handful of requests: a disk with room for a single byte is also full. */
const probeBytes = 256 * 1024;
/** Below this, the queue accepts nothing (backlog.ts), and the disk is reported as the cause. */
const leastBytes = 4 * 1024 * 1024;

/**
 * Checks the disk once a second: how much the spool may use, and whether a failing disk has
 * recovered. Needs no request for that: a load balancer that reads `/readyz` sends none until it is
 * ready.
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
