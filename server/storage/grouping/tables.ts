import {
  idInProject,
  inPostgres,
  inSqlite,
  int,
  toIssue,
  toProject,
  strict,
  text,
  withoutRowid,
} from "#server/storage/column-types.ts";
import { byDialect, raw, sql } from "#server/storage/sql.ts";
import type { Tables } from "#server/storage/table.ts";

export const groupingTables: Tables = {
  /** `origin_id`: the issue for which the fingerprint was created, if different. */
  fingerprints: {
    rows: "with their issue",
    splitBy: "project_id",
    // A merge redirects them (`grouping/merge.ts`).
    refersTo: { issue: { onMerge: "keep", onDelete: "delete" } },
    make: sql`
CREATE TABLE fingerprints (
  project_id ${int} NOT NULL,
  hash ${text} NOT NULL,
  issue_id ${toIssue},
  algorithm ${text} NOT NULL,
  first_seen ${int} NOT NULL,
  origin_id ${int},
  ${inPostgres("FOREIGN KEY (project_id, issue_id) REFERENCES issues ON DELETE CASCADE,")}
  PRIMARY KEY (project_id, hash)
)${withoutRowid};
CREATE INDEX fingerprints_by_issue ON fingerprints (${inPostgres("project_id, ")}issue_id);`,
  },
  /**
   * Issues merged into another one. Their short IDs redirect to it, and their rows make unmerging
   * possible.
   */
  merged_issues: {
    rows: "with their issue",
    splitBy: "project_id",
    refersTo: {},
    make: byDialect(
      raw(`
CREATE TABLE merged_issues (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  number INTEGER NOT NULL,
  into_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE,
  merged_at INTEGER NOT NULL,
  level INTEGER NOT NULL,
  unhandled INTEGER NOT NULL,
  platform TEXT NOT NULL,
  standing TEXT NOT NULL,
  type TEXT NOT NULL,
  value TEXT NOT NULL,
  culprit TEXT NOT NULL,
  UNIQUE (project_id, number)
) STRICT;
CREATE INDEX merged_issues_by_target ON merged_issues (into_id);`),
      raw(`
CREATE TABLE merged_issues (
  id bigint NOT NULL,
  project_id bigint NOT NULL,
  number bigint NOT NULL,
  into_id bigint NOT NULL,
  merged_at bigint NOT NULL,
  level bigint NOT NULL,
  unhandled bigint NOT NULL,
  platform text COLLATE "C" NOT NULL,
  standing text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL,
  culprit text COLLATE "C" NOT NULL,
  UNIQUE (project_id, number),
  PRIMARY KEY (project_id, id)
);
CREATE INDEX merged_issues_by_target ON merged_issues (project_id, into_id);`),
    ),
  },
  /**
   * Events filed under `from_id` that belong to `to_id`: those with `hashes`, or all. `counted_in`:
   * the issue whose counters include them. Newest day first: `counted_day` was counted last,
   * `moved_day` moved last.
   */
  event_moves: {
    rows: "until done",
    splitBy: "project_id",
    refersTo: {},
    make: sql`
CREATE TABLE event_moves (
  id ${idInProject},
  project_id ${toProject},
  from_id ${int} NOT NULL,
  to_id ${int} NOT NULL,
  counted_in ${int},
  hashes ${text},
  first_day ${text} NOT NULL,
  counted_day ${text},
  moved_day ${text}${inPostgres(", PRIMARY KEY (project_id, id)")}
)${strict};
${inSqlite("CREATE INDEX event_moves_by_project ON event_moves (project_id);")}`,
  },
};
