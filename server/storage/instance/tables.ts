import { inSqlite, text, withoutRowid } from "#server/storage/column-types.ts";
import { sql } from "#server/storage/sql.ts";
import type { Tables } from "#server/storage/table.ts";

export const instanceTables: Tables = {
  settings: {
    rows: "a few rows",
    make: sql`
CREATE TABLE settings (
  name ${text} PRIMARY KEY,
  value ${text} NOT NULL
)${withoutRowid};`,
  },
  /**
   * Which days' files there should be. `id` is the file's own (`application_id`): a new file with
   * the name of a lost one does not hide the loss. The rest is from its last check that found it
   * sound.
   */
  telemetry_files: {
    rows: "with their day",
    isMoved: false,
    make: inSqlite(`
CREATE TABLE telemetry_files (
  day TEXT NOT NULL,
  id INTEGER NOT NULL,
  bytes INTEGER,
  modified_at REAL,
  checked_at INTEGER,
  PRIMARY KEY (day, id)
) STRICT, WITHOUT ROWID;`),
  },
};
