import { date, int, strict, text } from "#server/storage/column-types.ts";
import { byDialect, raw, sql } from "#server/storage/sql.ts";
import type { Tables } from "#server/storage/table.ts";

export const deletionTables: Tables = {
  /**
   * Progress of deletions. `day`: the last finished day of telemetry. Not named `project_id`,
   * because rows with one are deleted.
   */
  deletions: {
    rows: "forever: a row for each deleted project",
    make: sql`
CREATE TABLE deletions (
  project ${int} PRIMARY KEY REFERENCES projects,
  slug ${text} NOT NULL,
  name ${text} NOT NULL,
  asked_by ${int},
  started_at ${int} NOT NULL,
  ended_at ${int},
  total ${int} NOT NULL,
  done ${int} NOT NULL DEFAULT 0,
  day ${date}
)${strict};
CREATE INDEX deletions_under_way ON deletions (started_at) WHERE ended_at IS NULL;`,
  },
  /** Issues whose rows are deleted and whose events remain. */
  issue_deletions: {
    rows: "until done",
    splitBy: "project_id",
    // Rows of deleted issues.
    refersTo: { issue: { onMerge: "keep", onDelete: "keep" } },
    make: byDialect(
      raw(`
CREATE TABLE issue_deletions (
  issue_id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  first_day TEXT NOT NULL,
  day TEXT
) STRICT;
CREATE INDEX issue_deletions_by_project ON issue_deletions (project_id);`),
      raw(`
CREATE TABLE issue_deletions (
  issue_id bigint NOT NULL,
  project_id bigint NOT NULL,
  first_day text COLLATE "C" NOT NULL,
  day text COLLATE "C",
  PRIMARY KEY (project_id, issue_id)
);`),
    ),
  },
};
