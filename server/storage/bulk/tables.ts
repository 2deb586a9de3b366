import { id, inPostgres, int, strict, text, withoutRowid } from "#server/storage/column-types.ts";
import { sql } from "#server/storage/sql.ts";
import type { Tables } from "#server/storage/table.ts";

export const bulkTables: Tables = {
  /** Actions on many issues that can be undone. `cursor`: where the list continues. */
  bulk_acts: {
    rows: "as long as they can be undone (`jobs/bulk-acts`)",
    make: sql`
CREATE TABLE bulk_acts (
  id ${id},
  project_id ${int} NOT NULL REFERENCES projects ON DELETE CASCADE,
  user_id ${int} NOT NULL REFERENCES users ON DELETE CASCADE,
  at ${int} NOT NULL,
  act ${text} NOT NULL,
  seen ${int},
  filter ${text} NOT NULL,
  cursor ${text},
  stage ${text} NOT NULL,
  total ${int} NOT NULL,
  done ${int} NOT NULL DEFAULT 0,
  changed ${int} NOT NULL DEFAULT 0,
  conflicts ${int} NOT NULL DEFAULT 0,
  restored ${int} NOT NULL DEFAULT 0,
  left_alone ${int} NOT NULL DEFAULT 0
)${strict};
CREATE INDEX bulk_acts_by_project ON bulk_acts (project_id);
CREATE INDEX bulk_acts_by_user ON bulk_acts (user_id);
CREATE INDEX bulk_acts_by_age ON bulk_acts (at);
CREATE INDEX bulk_acts_under_way ON bulk_acts (id) WHERE stage IN ('acting', 'undoing');`,
  },
  /**
   * Each issue's previous state, and the activity of the action. May refer to a deleted issue: a
   * merge must not be undone.
   */
  bulk_act_issues: {
    rows: "as long as they can be undone (`jobs/bulk-acts`)",
    // A recorded state does not apply to the target.
    refersTo: { issue: { onMerge: "keep", onDelete: "delete" } },
    make: sql`
CREATE TABLE bulk_act_issues (
  bulk_id ${int} NOT NULL REFERENCES bulk_acts ON DELETE CASCADE,
  issue_id ${int} NOT NULL,
  standing ${text} NOT NULL,
  assignee_id ${int} REFERENCES users ON DELETE SET NULL,
  activity_id ${int} NOT NULL,
  PRIMARY KEY (bulk_id, issue_id)
)${withoutRowid};
CREATE INDEX bulk_act_issues_by_assignee ON bulk_act_issues (assignee_id) WHERE assignee_id IS NOT NULL;
${inPostgres(`CREATE INDEX bulk_act_issues_by_issue ON bulk_act_issues (issue_id);`)}`,
  },
};
