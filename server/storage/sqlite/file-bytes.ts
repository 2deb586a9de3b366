import { statSync } from "node:fs";

/**
 * Size of a database on disk, including its write-ahead log; 0 if it is gone. Its log index is
 * mostly memory.
 */
export const fileBytes = (path: string): number =>
  ["", "-wal"].reduce(
    (sum, suffix) => sum + (statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
