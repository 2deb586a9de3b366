import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { telemetryFolder } from "#server/storage/sqlite/connections.ts";
import { daysIn } from "#server/storage/sqlite/day-files.ts";

/** A database file, named relative to the data folder. */
type StorageFile = {
  file: string;
  /** Size on disk, including its write-ahead log. */
  bytes: number;
};

type StorageCheck = {
  file: string;
  /** One sentence; absent if the file is intact. */
  fault?: string;
};

/** The main file, then the telemetry files, newest first. */
export async function describeStorage(folder: string): Promise<StorageFile[]> {
  return Promise.all(
    filesOf(folder).map(async (file) => {
      const parts = await Promise.all(
        ["", "-wal", "-shm"].map((suffix) => sizeOf(join(folder, file + suffix))),
      );
      return { file, bytes: parts.reduce((sum, bytes) => sum + bytes, 0) };
    }),
  );
}

/**
 * Reads every page of every file (SQLite's quick check), limited by the disk. Works while a server
 * runs.
 */
export async function checkStorage(folder: string): Promise<StorageCheck[]> {
  return filesOf(folder).map((file) => {
    const fault = faultOf(join(folder, file));
    return { file, ...(fault !== undefined && { fault }) };
  });
}

function filesOf(folder: string): string[] {
  const days = daysIn(telemetryFolder(folder)).map((day) => join("telemetry", `${day}.db`));
  const others = ["spoor.db", "artifacts.db"].filter((file) => existsSync(join(folder, file)));
  return [...others, ...days];
}

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

function faultOf(path: string): string | undefined {
  try {
    using database = new DatabaseSync(path, { readOnly: true });
    const rows = database.prepare("PRAGMA quick_check(1)").all() as { quick_check: string }[];
    const first = rows[0]?.quick_check;
    return first === "ok" ? undefined : `the file is damaged (${first?.replaceAll("\n", " ")})`;
  } catch (error) {
    return `the file cannot be read (${(error as Error).message})`;
  }
}
