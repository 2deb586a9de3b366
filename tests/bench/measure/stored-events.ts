import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { keptBytes } from "./kept-bytes.ts";

/**
 * Bytes on disk for each event whose body is kept: where a flood was thinned, those that are only counted would flatter.
 * `empty` is what the folder held without events, which a short run would be charged with.
 */
export async function bytesEachStored(dataFolder: string, empty = 0): Promise<number> {
  const folder = join(dataFolder, "telemetry");
  const days = (await readdir(folder)).filter((name) => name.endsWith(".db"));
  const stored = days.reduce((sum, name) => sum + storedIn(join(folder, name)), 0);
  return ((await keptBytes(dataFolder)) - empty) / stored;
}

function storedIn(path: string): number {
  const database = new DatabaseSync(path, { readOnly: true });
  const { stored } = database.prepare("SELECT count(*) stored FROM events WHERE length > 0").get() as {
    stored: number;
  };
  database.close();
  return stored;
}
