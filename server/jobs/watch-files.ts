import type { FilesSeen, FileState } from "#server/storage/instance/file-store.ts";
import type { Store } from "#server/storage/store.ts";

type FileTrouble =
  | { kind: "day-missing"; day: string }
  | { kind: "day-damaged"; day: string }
  | { kind: "artifacts-damaged" }
  | { kind: "database-damaged" };

type WatchFilesDeps = {
  store: Pick<Store, "files">;
  /** Reads a whole file in a low-priority thread. */
  damage: (path: string) => Promise<string | undefined>;
  begin: (trouble: FileTrouble, why?: Error) => void;
  /** Missing days that are present again. */
  end: (trouble: FileTrouble) => void;
  now: () => number;
  elapsed: () => number;
};

/**
 * Per round. A file that takes longer is read to its end, followed by a pause of twenty times its
 * duration.
 */
const roundMs = 1_000;
const restPerCheck = 20;
const longestRestMs = 600_000;

/**
 * Checks which files exist and reads those that changed since the last successful check, using at
 * most 5% of one core. Damage in a file doesn't affect the rest of the data folder.
 */
export function watchFiles(deps: WatchFilesDeps): () => Promise<void> {
  const { store, begin, end, now, elapsed } = deps;
  const tried = new Map<string, number>();
  let missing: string[] = [];
  let restUntil = -Infinity;

  function tell(seen: FilesSeen): void {
    for (const day of seen.missing) begin({ kind: "day-missing", day });
    for (const day of missing) if (!seen.missing.includes(day)) end({ kind: "day-missing", day });
    missing = seen.missing;
    for (const day of seen.setAside) begin({ kind: "day-damaged", day });
  }

  async function check(file: FileState): Promise<void> {
    tried.set(file.file, elapsed());
    // Locked or just deleted: retried in the next round.
    const found = await deps.damage(file.path).then(
      (fault) => ({ fault }),
      () => undefined,
    );
    if (found === undefined) return;
    if (found.fault === undefined) return store.files.noteSound(file, now());
    if (file.day) await store.files.leaveOut(file.day.name);
    begin(troubleOf(file), new Error(`${file.file}: ${found.fault}`));
  }

  return async () => {
    const seen = await store.files.look(now());
    tell(seen);
    const started = elapsed();
    if (started < restUntil) return;
    const lastTried = ({ file }: FileState) => tried.get(file) ?? -Infinity;
    for (const file of seen.unchecked.toSorted((a, b) => lastTried(a) - lastTried(b) || 0)) {
      await check(file);
      const tookMs = elapsed() - started;
      if (tookMs < roundMs) continue;
      restUntil = elapsed() + Math.min(tookMs * restPerCheck, longestRestMs);
      return;
    }
  };
}

function troubleOf({ file, day }: FileState): FileTrouble {
  if (day) return { kind: "day-damaged", day: day.name };
  return file === "artifacts.db" ? { kind: "artifacts-damaged" } : { kind: "database-damaged" };
}
