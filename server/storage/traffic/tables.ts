import {
  inPostgres,
  int,
  toIssue,
  toProject,
  rowId,
  strict,
  text,
} from "#server/storage/column-types.ts";
import { sql } from "#server/storage/sql.ts";
import type { Tables } from "#server/storage/table.ts";

export const trafficTables: Tables = {
  /** Alert windows count events by receipt; these rows have it for late events. */
  late_arrivals: {
    rows: "a day, as long as alert windows are (`jobs/evictions`)",
    splitBy: "project_id",
    refersTo: { issue: { onMerge: "move", onDelete: "delete" } },
    isMoved: false,
    make: sql`
CREATE TABLE late_arrivals (
  id ${rowId},
  project_id ${toProject},
  issue_id ${toIssue},
  environment ${text} NOT NULL,
  received_at ${int} NOT NULL,
  at ${int} NOT NULL,
  "user" ${text}${inPostgres(", PRIMARY KEY (project_id, id)")}
)${strict};
CREATE INDEX late_arrivals_by_issue ON late_arrivals (${inPostgres("project_id, ")}issue_id, received_at, at);
CREATE INDEX late_arrivals_by_project ON late_arrivals (project_id, received_at, at, issue_id);`,
  },
};
