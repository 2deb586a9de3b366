import { statSync } from "node:fs";

/**
 * What a database takes on disk, its write-ahead log included; 0 when it is gone. Its index of the
 * log is memory, mostly.
 */
export const fileBytes = (path: string): number =>
  ["", "-wal"].reduce(
    (sum, suffix) => sum + (statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
