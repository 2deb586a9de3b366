import { statfs } from "node:fs/promises";
import { lastBackup, verifiedAt } from "#server/backup/last-backup.ts";
import type { InstanceFigures } from "#server/http/metrics/metrics-text.ts";
import type { Store } from "#server/storage/store.ts";

type InstanceDeps = { store?: Store; dataFolder: string; now: () => number; elapsed: () => number };

const freshMs = 15_000;
/**
 * Maximum wait of a scrape. If a cluster's nodes take longer to measure, the last value counts; if
 * the database doesn't respond, its size is absent.
 */
const patienceMs = 500;
const staleMs = 300_000;

/** Disk, database, and backup figures for `/metrics`: read on demand, at most every 15 s. */
export function createReadInstance({
  store,
  dataFolder,
  now,
  elapsed,
}: InstanceDeps): () => Promise<InstanceFigures> {
  const disk = remembered(() => statfs(dataFolder), elapsed);
  const backup = remembered(() => lastBackup(dataFolder), elapsed);
  const database = remembered(async () => store && sizeOf(store), elapsed);
  return async () => {
    const [free, last, databaseBytes] = await Promise.all([disk(), backup(), database()]);
    return {
      ...(free && { diskFreeBytes: free.bavail * free.bsize }),
      ...(databaseBytes !== undefined && { databaseBytes }),
      ...ageOf("backupAgeSeconds", last && Date.parse(last.takenAt), now()),
      ...ageOf("verifiedBackupAgeSeconds", verifiedAt(last), now()),
    };
  };
}

const ageOf = (name: string, at: number | undefined, now: number) =>
  at === undefined ? {} : { [name]: Math.max(0, (now - at) / 1000) };

/**
 * Refreshes an old value. Undefined if the read fails or takes minutes. Only one read runs at a
 * time.
 */
function remembered<Value>(
  read: () => Promise<Value>,
  elapsed: () => number,
): () => Promise<Value | undefined> {
  let known: { value: Value | undefined; at: number } | undefined;
  const within = (ms: number) => known !== undefined && elapsed() - known.at < ms;
  let underWay: Promise<void> | undefined;
  const readAgain = async () => {
    const value = await read().catch(() => undefined);
    known = { value, at: elapsed() };
  };
  return async () => {
    if (within(freshMs)) return known?.value;
    underWay ??= readAgain().finally(() => (underWay = undefined));
    await Promise.race([
      underWay,
      new Promise((resolve) => setTimeout(resolve, patienceMs).unref()),
    ]);
    return within(staleMs) ? known?.value : undefined;
  };
}

async function sizeOf({ retention }: Store): Promise<number> {
  const [days, { main, artifacts }] = [await retention.days(), await retention.besides()];
  return days.reduce((sum, { bytes }) => sum + bytes, main + artifacts);
}
