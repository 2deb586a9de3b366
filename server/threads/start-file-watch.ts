import { stat } from "node:fs/promises";
import { checkThread } from "#server/threads/check-thread.ts";
import type { Troubles } from "#server/digest/intake/troubles.ts";
import { watchFiles } from "#server/jobs/watch-files.ts";
import type { Log } from "#server/telemetry/log.ts";
import { damageOf } from "#server/storage/sqlite/check-file.ts";
import type { Store } from "#server/storage/store.ts";

/** `sibling`: path of another thread's program, compiled or not. */
type FileWatchDeps = { sibling: string; store: Store; troubles: Troubles; log: Log };

/**
 * Read in milliseconds. A thread would leave 11 MiB of process memory behind (measured at an idle
 * start).
 */
const readAtOnceBytes = 2 * 1024 * 1024;

/**
 * Checks the data folder's files immediately, during the first requests. The returned job checks
 * them again.
 */
export function startFileWatch({
  sibling,
  store,
  troubles,
  log,
}: FileWatchDeps): () => Promise<void> {
  const checks = checkThread(sibling);
  const look = watchFiles({
    store,
    now: Date.now,
    elapsed: () => performance.now(),
    damage: async (path) => {
      const { size } = await stat(path);
      return size <= readAtOnceBytes ? damageOf(path) : checks.call("damage", path);
    },
    begin: (trouble, why) => troubles.begin(trouble, why),
    end: (trouble) => troubles.end(trouble.kind, "day" in trouble ? trouble.day : undefined),
  });
  void look().catch((error: unknown) =>
    log("error", "Files in the data folder could not be checked.", { error }),
  );
  return look;
}
