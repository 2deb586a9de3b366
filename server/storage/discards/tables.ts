import { inSqlite, int, toProject, text, withoutRowid } from "#server/storage/column-types.ts";
import { sql } from "#server/storage/sql.ts";
import type { Tables } from "#server/storage/table.ts";

export const discardTables: Tables = {
  /** Of issues deleted with their future events. */
  discarded_fingerprints: {
    rows: "until removed, or with their issue or project",
    splitBy: "project_id",
    // Rows of deleted issues.
    refersTo: {
      issue: { onMerge: "keep", onDelete: "keep" },
      user: { column: "user_id", onDelete: "clear" },
    },
    make: sql`
CREATE TABLE discarded_fingerprints (
  project_id ${toProject},
  hash ${text} NOT NULL,
  issue_id ${int} NOT NULL,
  short_id ${text} NOT NULL,
  title ${text} NOT NULL,
  at ${int} NOT NULL,
  user_id ${int}${inSqlite(" REFERENCES users ON DELETE SET NULL")},
  dropped ${int} NOT NULL DEFAULT 0,
  last_dropped_at ${int},
  PRIMARY KEY (project_id, hash)
)${withoutRowid};
CREATE INDEX discarded_fingerprints_by_user ON discarded_fingerprints (user_id) WHERE user_id IS NOT NULL;`,
  },
};
