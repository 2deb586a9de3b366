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

/** Pages moved at once: 2 MiB, some milliseconds. */
const pagesAtOnce = 500;
/** What is free is soon used again in spoor.db: only more than this goes back. */
const freePagesMin = 2_000;

/**
 * Days that are over take no more than they hold: their free pages go, and their write-ahead logs,
 * up to 16 MiB each, are emptied. In spoor.db a nightly purge leaves room that would otherwise
 * stay. Files made before these could shrink keep their free pages and fill them again.
 */
export function reclaimSpace(
  writer: DatabaseSync,
  write: Write,
  folder: string,
): RetentionStore["reclaim"] {
  const telemetry = telemetryFolder(folder);
  // Days in which there was nothing to gain when they had this size.
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

/** True while there is more to give back. A connection of its own, which does not wait. */
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
    // Gone, or a person is writing in it: another time.
    const code = (error as { errcode?: number }).errcode ?? 0;
    if (code % 256 === busyErrorCode || code === cannotOpenErrorCode) return false;
    throw error;
  }
}

const busyErrorCode = 5;
const cannotOpenErrorCode = 14;

const freePages = (database: DatabaseSync): number =>
  prepare<{ freelist_count: number }>(database, "PRAGMA freelist_count").get()!.freelist_count;
