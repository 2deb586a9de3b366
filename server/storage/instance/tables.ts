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
   * The expected files of days. `id`: the file's own (`application_id`), so that a new file in
   * place of a lost one doesn't hide the loss. The rest is from the last check that found it
   * intact.
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
