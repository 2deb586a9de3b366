import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { storedSize } from "./stored-size.ts";

/**
 * Bytes on disk per event with a stored body: downsampled events would improve the figure. `empty`
 * is the folder's size without events, which would distort a short run.
 */
export async function bytesPerStoredEvent(dataFolder: string, empty = 0): Promise<number> {
  const folder = join(dataFolder, "telemetry");
  const days = (await readdir(folder)).filter((name) => name.endsWith(".db"));
  const stored = days.reduce((sum, name) => sum + storedIn(join(folder, name)), 0);
  return ((await storedSize(dataFolder)) - empty) / stored;
}

function storedIn(path: string): number {
  const database = new DatabaseSync(path, { readOnly: true });
  const { stored } = database
    .prepare("SELECT count(*) stored FROM events WHERE length > 0")
    .get() as {
    stored: number;
  };
  database.close();
  return stored;
}
