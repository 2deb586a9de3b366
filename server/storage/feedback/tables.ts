import {
  bytes,
  idInProject,
  inPostgres,
  inSqlite,
  int,
  toProject,
  strict,
  text,
} from "#server/storage/column-types.ts";
import { sql } from "#server/storage/sql.ts";
import type { Tables } from "#server/storage/table.ts";

export const feedbackTables: Tables = {
  /**
   * `about_event` is as sent; `issue_id` is set when that event is stored. `state`: 0 unread, 1
   * resolved, 2 spam. Citus doesn't support ON DELETE SET NULL here; a statement does it
   * (issues/remove.postgres.ts).
   */
  feedback: {
    rows: "until their project is deleted",
    splitBy: "project_id",
    refersTo: { issue: { onMerge: "move", onDelete: "clear" } },
    make: sql`
CREATE TABLE feedback (
  id ${idInProject},
  project_id ${toProject},
  feedback_id ${bytes} NOT NULL,
  received_at ${int} NOT NULL,
  message ${text} NOT NULL,
  name ${text},
  email ${text},
  url ${text},
  environment ${text},
  release ${text},
  trace_id ${text},
  about_event ${bytes},
  issue_id ${int}${inSqlite(" REFERENCES issues ON DELETE SET NULL")},
  state ${int} NOT NULL DEFAULT 0,
  words ${text} NOT NULL,
  ${inPostgres("PRIMARY KEY (project_id, id),")}
  UNIQUE (project_id, feedback_id)
)${strict};
${inSqlite("CREATE INDEX feedback_by_project ON feedback (project_id, id);")}
CREATE INDEX feedback_by_state ON feedback (project_id, state, id);
CREATE INDEX feedback_by_issue ON feedback (${inPostgres("project_id, ")}issue_id, state, id) WHERE issue_id IS NOT NULL;
CREATE INDEX feedback_by_event ON feedback (project_id, about_event) WHERE about_event IS NOT NULL;
CREATE INDEX feedback_waiting ON feedback (project_id, about_event) WHERE issue_id IS NULL AND about_event IS NOT NULL;`,
  },
};
