import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DatabaseSync } from "node:sqlite";
import { dayMs } from "#server/domain/time.ts";
import type { RetentionStore } from "#server/storage/retention/retention-store.ts";
import { telemetryFolder } from "#server/storage/sqlite/connections.ts";
import type { Day } from "#server/storage/sqlite/day-file.ts";
import { dayOf, daysIn } from "#server/storage/sqlite/day-files.ts";
import { fileBytes } from "#server/storage/sqlite/file-bytes.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import type { Write } from "#server/storage/sqlite/writing.ts";

/** Pages moved at once: 2 MiB, a few milliseconds. */
const pagesAtOnce = 500;
/** Free pages in spoor.db are soon reused; only more than this are returned. */
const freePagesMin = 2_000;

/**
 * Shrinks past days to their content: returns free pages and truncates write-ahead logs of up to 16
 * MiB each. In spoor.db, a nightly purge leaves space that would otherwise stay. Older files
 * without auto_vacuum keep and reuse their free pages.
 */
export function reclaimSpace(
  writer: DatabaseSync,
  write: Write,
  folder: string,
): RetentionStore["reclaim"] {
  const telemetry = telemetryFolder(folder);
  // Days without anything to reclaim at this size.
  const settled = new Map<Day, number>();

  async function reclaimMain(): Promise<boolean> {
    const before = freePages(writer);
    if (before < freePagesMin) return false;
    await write(() => writer.exec(`PRAGMA incremental_vacuum(${pagesAtOnce})`));
    return freePages(writer) < before;
  }

  return async (now) => {
    if (await reclaimMain()) return true;
    for (const day of daysIn(telemetry).filter((each) => each < dayOf(now - dayMs))) {
      const path = join(telemetry, `${day}.db`);
      if (settled.get(day) === fileBytes(path)) continue;
      if (shrink(path)) return true;
      settled.set(day, fileBytes(path));
    }
    return false;
  };
}

/** True while there is more to return. Uses a separate connection, which does not wait. */
function shrink(path: string): boolean {
  try {
    using database = new DatabaseSync(new URL(`${pathToFileURL(path).href}?mode=rw`), {
      timeout: 0,
    });
    const before = freePages(database);
    if (before > 0) database.exec(`PRAGMA incremental_vacuum(${pagesAtOnce})`);
    const after = freePages(database);
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    return after > 0 && after < before;
  } catch (error) {
    // The file is gone or being written: retried another time.
    const code = (error as { errcode?: number }).errcode ?? 0;
    if (code % 256 === busyErrorCode || code === cannotOpenErrorCode) return false;
    throw error;
  }
}

const busyErrorCode = 5;
const cannotOpenErrorCode = 14;

const freePages = (database: DatabaseSync): number =>
  prepare<{ freelist_count: number }>(database, "PRAGMA freelist_count").get()!.freelist_count;
