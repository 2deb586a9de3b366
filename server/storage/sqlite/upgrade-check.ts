import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isDamageError } from "./damaged-days.ts";
import { daysIn } from "./day-files.ts";
import { checkedVersion } from "./migrate.ts";
import { artifactFormat, dayFormat, type Format } from "#server/storage/formats.ts";

/**
 * Throws the message of the first file that can't be upgraded together with spoor.db. Then spoor.db
 * is not upgraded either, and the old version still reads all. Reads schemas only. A damaged day is
 * set aside later.
 */
export function refuseHalfUpgrade(folder: string): void {
  const telemetry = join(folder, "telemetry");
  for (const day of daysIn(telemetry)) refuse(join(telemetry, `${day}.db`), dayFormat);
  const artifacts = join(folder, "artifacts.db");
  if (existsSync(artifacts)) refuse(artifacts, artifactFormat);
}

function refuse(path: string, format: Format): void {
  try {
    using database = new DatabaseSync(path, { readOnly: true });
    checkedVersion(database, format, path);
  } catch (error) {
    if (!isDamageError(error)) throw error;
  }
}
