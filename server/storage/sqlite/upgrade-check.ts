import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { saysDamaged } from "./damaged-days.ts";
import { daysIn } from "./day-files.ts";
import { checkedVersion } from "./migrate.ts";
import { artifactFormat, dayFormat, type Format } from "#server/storage/formats.ts";

/**
 * Throws the sentence of the first file that could not follow spoor.db to this version: then
 * spoor.db is not upgraded either, and the version that wrote them all still reads them. Only
 * schemas are read. A damaged day is set aside later.
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
    if (!saysDamaged(error)) throw error;
  }
}
