import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { recordedMigrations, refuseAltered } from "./applied-migrations.ts";
import { saysDamaged } from "./damaged-days.ts";
import { daysIn } from "./day-files.ts";
import { checkedVersion } from "./migrate.ts";
import { artifactChain, type Chain, dayChain } from "./migrations/chain.ts";
import { repairSchema } from "./repair-schema.ts";
import { objectsOf } from "./schema-objects.ts";

/**
 * Throws the sentence of the first file that could not follow spoor.db to this version: then spoor.db is not upgraded either,
 * and the version that wrote them all still reads them. Only schemas are read. A damaged day is set aside later.
 */
export function refuseHalfUpgrade(folder: string): void {
  const telemetry = join(folder, "telemetry");
  for (const day of daysIn(telemetry)) refuse(join(telemetry, `${day}.db`), dayChain);
  const artifacts = join(folder, "artifacts.db");
  if (existsSync(artifacts)) refuse(artifacts, artifactChain);
}

function refuse(path: string, chain: Chain): void {
  try {
    using database = new DatabaseSync(path, { readOnly: true });
    const version = checkedVersion(database, chain, path);
    const recorded = recordedMigrations(database);
    refuseAltered(recorded, chain, path);
    if (recorded.length === 0) tryRepair(database, chain.slice(0, version), path);
  } catch (error) {
    if (!saysDamaged(error)) throw error;
  }
}

/** On a copy of the schema alone. */
function tryRepair(database: DatabaseSync, chain: Chain, path: string): void {
  using copy = new DatabaseSync(":memory:");
  for (const { sql } of objectsOf(database).values()) copy.exec(sql);
  repairSchema(copy, chain, path);
}
