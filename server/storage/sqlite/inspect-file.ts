import { DatabaseSync } from "node:sqlite";
import { artifactFormat, dayFormat, type Format, mainFormat } from "#server/storage/formats.ts";
import { checkedVersion } from "./migrate.ts";

type Inspection = {
  /** One sentence; absent if the file is intact and its format can be read or upgraded. */
  fault?: string;
  /** Number of rows that users care about, by table. */
  rows: Record<string, number>;
};

const counted = ["projects", "users", "issues", "events", "traces", "attachments", "artifacts"];

/** The format of a database, by its name in the data folder. */
export function formatOf(file: string): Format {
  if (file === "spoor.db") return mainFormat;
  return file === "artifacts.db" ? artifactFormat : dayFormat;
}

/** Checks every page and index of the file at `path`, which is named `file` in a data folder. */
export function inspectFile(path: string, file: string): Inspection {
  try {
    using database = new DatabaseSync(path);
    const [first] = database.prepare("PRAGMA integrity_check(1)").all() as {
      integrity_check: string;
    }[];
    if (first?.integrity_check !== "ok") return damaged(file, String(first?.integrity_check));
    checkedVersion(database, formatOf(file), file);
    return { rows: countRows(database) };
  } catch (error) {
    const { message, errcode } = error as { message: string; errcode?: number };
    return errcode === undefined ? { fault: message, rows: {} } : damaged(file, message);
  }
}

const damaged = (file: string, why: string): Inspection => ({
  fault: `${file} is damaged (${why}).`,
  rows: {},
});

/** Older formats have fewer tables. */
function countRows(database: DatabaseSync): Record<string, number> {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as {
    name: string;
  }[];
  const present = counted.filter((table) => tables.some(({ name }) => name === table));
  return Object.fromEntries(
    present.map((table) => [
      table,
      Number(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()!.rows),
    ]),
  );
}
