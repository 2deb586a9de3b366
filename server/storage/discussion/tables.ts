import {
  idInProject,
  inPostgres,
  inSqlite,
  int,
  toIssue,
  strict,
  text,
  withoutRowid,
} from "#server/storage/column-types.ts";
import { sql } from "#server/storage/sql.ts";
import type { Tables } from "#server/storage/table.ts";

export const discussionTables: Tables = {
  /** A deleted comment keeps its row without its text. */
  comments: {
    rows: "with their issue",
    splitBy: "project_id",
    refersTo: {
      issue: { onMerge: "move", onDelete: "delete" },
      user: { column: "user_id", onDelete: "clear" },
    },
    make: sql`
CREATE TABLE comments (
  ${inPostgres("project_id bigint NOT NULL,")}
  id ${idInProject},
  issue_id ${toIssue},
  user_id ${int}${inSqlite(" REFERENCES users ON DELETE SET NULL")},
  at ${int} NOT NULL,
  text ${text} NOT NULL,
  version ${int} NOT NULL DEFAULT 1,
  edited_at ${int},
  deleted_at ${int}${inPostgres(", PRIMARY KEY (project_id, id), FOREIGN KEY (project_id, issue_id) REFERENCES issues ON DELETE CASCADE")}
)${strict};
CREATE INDEX comments_by_issue ON comments (${inPostgres("project_id, ")}issue_id, id);
CREATE INDEX comments_by_user ON comments (user_id) WHERE user_id IS NOT NULL;`,
  },
  /** `because` can also be 'unsubscribed'. */
  subscriptions: {
    rows: "with their issue",
    splitBy: "project_id",
    refersTo: {
      issue: { onMerge: { union: "user_id, because" }, onDelete: "delete" },
      user: { column: "user_id", onDelete: "delete" },
    },
    make: sql`
CREATE TABLE subscriptions (
  ${inPostgres("project_id bigint NOT NULL,")}
  issue_id ${toIssue},
  user_id ${int} NOT NULL${inSqlite(" REFERENCES users ON DELETE CASCADE")},
  because ${text} NOT NULL,
  ${inPostgres("FOREIGN KEY (project_id, issue_id) REFERENCES issues ON DELETE CASCADE,")}
  PRIMARY KEY (${inPostgres("project_id, ")}issue_id, user_id)
)${withoutRowid};
CREATE INDEX subscriptions_by_user ON subscriptions (user_id);`,
  },
};
