import {
  bytes,
  fill,
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

export const issueTables: Tables = {
  /**
   * `state`, `substate`, and `level` are the codes of stored-status.ts. `standing` is the whole state as
   * JSON. `newest_event` gave the title. In SQLite, the `issues_by_…` indexes contain the list's
   * filter columns, so that walking one reads no rows. In PostgreSQL, every event writes the row
   * and an entry of each index, so these are few and narrow.
   */
  issues: {
    rows: "with their issue",
    splitBy: "project_id",
    refersTo: { user: { column: "assignee_id", onDelete: "clear" } },
    make: sql`
CREATE TABLE issues (
  id ${idInProject},
  project_id ${toProject},
  number ${int} NOT NULL,
  state ${int} NOT NULL,
  substate ${int} NOT NULL,
  level ${int} NOT NULL,
  first_seen ${int} NOT NULL,
  last_seen ${int} NOT NULL,
  event_count ${int} NOT NULL DEFAULT 0,
  user_count ${int} NOT NULL DEFAULT 0,
  unhandled ${int} NOT NULL,
  assignee_id ${int}${inSqlite(" REFERENCES users ON DELETE SET NULL")},
  platform ${text} NOT NULL,
  standing ${text} NOT NULL,
  first_release ${text},
  last_release ${text},
  type ${text} NOT NULL,
  value ${text} NOT NULL,
  culprit ${text} NOT NULL,
  ${inSqlite("words TEXT NOT NULL,")}
  created_at ${int} NOT NULL DEFAULT 0,
  newest_event ${bytes},
  ${inPostgres("PRIMARY KEY (project_id, id),")}
  UNIQUE (project_id, number)
)${strict};
CREATE INDEX issues_by_assignee ON issues (${inPostgres("project_id, ")}assignee_id) WHERE assignee_id IS NOT NULL;
CREATE INDEX issues_by_first_release ON issues (project_id, first_release) WHERE first_release IS NOT NULL;
${inSqlite("CREATE INDEX issues_by_last_seen ON issues (project_id, state, last_seen, id, substate, level, unhandled, assignee_id, first_seen);")}
${inPostgres(`CREATE INDEX issues_by_last_seen ON issues (project_id, state, last_seen, id);`)}
${inSqlite("CREATE INDEX issues_by_first_seen ON issues (project_id, state, first_seen, id, substate, level, unhandled, assignee_id, last_seen);")}
${inPostgres(`CREATE INDEX issues_by_first_seen ON issues (project_id, state, first_seen, id);`)}
${inSqlite("CREATE INDEX issues_by_event_count ON issues (project_id, state, event_count, id, substate, level, unhandled, assignee_id, first_seen, last_seen);")}
${inPostgres(`CREATE INDEX issues_by_event_count ON issues (project_id, state, event_count, id);`)}
${inSqlite("CREATE INDEX issues_by_user_count ON issues (project_id, state, user_count, id, substate, level, unhandled, assignee_id, first_seen, last_seen);")}
${inPostgres(`CREATE INDEX issues_by_user_count ON issues (project_id, state, user_count, id);`)}
CREATE INDEX issues_by_standing ON issues (project_id, state, substate, level, unhandled, assignee_id);
${inSqlite("CREATE INDEX issues_by_culprit ON issues (project_id, culprit);")}
${inSqlite("CREATE INDEX issues_to_escalate ON issues (last_seen) WHERE state = 1 AND standing ->> '$.until.kind' = 'escalates';")}
${inPostgres(`CREATE INDEX issues_to_escalate ON issues (project_id, last_seen) WHERE state = 1 AND (standing::jsonb #>> '{until,kind}') = 'escalates';`)}
CREATE INDEX issues_by_creation ON issues (project_id, created_at);
${inPostgres(`CREATE INDEX issues_to_wake ON issues (project_id, ((standing::jsonb #>> '{until,at}')::bigint)) WHERE state = 1 AND (standing::jsonb #>> '{until,kind}') = 'time';`)}
${inSqlite(`CREATE TRIGGER issue_appears AFTER INSERT ON issues BEGIN
  INSERT INTO issue_counts VALUES (new.project_id, 0, new.state, new.substate, 1)
    ON CONFLICT DO UPDATE SET issues = issues + 1;
END;`)}
${inSqlite(`CREATE TRIGGER issue_moves AFTER UPDATE OF state, substate ON issues
WHEN old.state <> new.state OR old.substate <> new.substate BEGIN
  UPDATE issue_counts SET issues = issues - 1
    WHERE project_id = old.project_id AND state = old.state AND substate = old.substate
      AND environment_id IN (SELECT 0 UNION ALL SELECT environment_id FROM issue_environments WHERE issue_id = old.id);
  INSERT INTO issue_counts
    SELECT new.project_id, environment_id, new.state, new.substate, 1
    FROM (SELECT 0 AS environment_id UNION ALL SELECT environment_id FROM issue_environments WHERE issue_id = new.id)
    WHERE true ON CONFLICT DO UPDATE SET issues = issues + 1;
END;`)}
${inSqlite(`CREATE TRIGGER issue_disappears BEFORE DELETE ON issues BEGIN
  UPDATE issue_counts SET issues = issues - 1
    WHERE project_id = old.project_id AND state = old.state AND substate = old.substate
      AND environment_id IN (SELECT 0 UNION ALL SELECT environment_id FROM issue_environments WHERE issue_id = old.id);
  DELETE FROM issue_words WHERE rowid = old.id;
END;`)}
${inSqlite(`CREATE TRIGGER issue_takes_tags_along BEFORE DELETE ON issues BEGIN
  DELETE FROM issue_tags WHERE issue_id = old.id;
  DELETE FROM issue_tag_keys WHERE issue_id = old.id;
END;`)}`,
  },
  /** The last number of a project; in SQLite a column of `projects`. */
  issue_numbers: {
    rows: "with their project",
    splitBy: "project_id",
    refersTo: {},
    make: inPostgres(`
CREATE TABLE issue_numbers (
  project_id bigint PRIMARY KEY,
  last bigint NOT NULL
);`),
  },
  /**
   * Number of issues by status, so that tabs need no counting. Environment 0 is all together.
   * Maintained by triggers in SQLite, by statements in PostgreSQL.
   */
  issue_counts: {
    rows: "with their issue",
    splitBy: "project_id",
    refersTo: {},
    isMoved: false,
    make: sql`
CREATE TABLE issue_counts (
  project_id ${int} NOT NULL,
  environment_id ${int} NOT NULL,
  state ${int} NOT NULL,
  substate ${int} NOT NULL,
  issues ${int} NOT NULL,
  PRIMARY KEY (project_id, environment_id, state, substate)
)${withoutRowid}${fill(50)};`,
  },
  issue_environments: {
    rows: "with their issue",
    splitBy: "project_id",
    refersTo: {
      issue: {
        onMerge: { sum: { first_seen: "min", last_seen: "max" }, by: "environment_id" },
        onDelete: "delete",
      },
    },
    make: sql`
CREATE TABLE issue_environments (
  ${inPostgres("project_id bigint NOT NULL,")}
  environment_id ${int} NOT NULL,
  issue_id ${toIssue},
  first_seen ${int} NOT NULL,
  last_seen ${int} NOT NULL,
  PRIMARY KEY (${inPostgres("project_id, ")}environment_id, issue_id)
)${withoutRowid}${fill(70)};
CREATE INDEX issue_environments_by_issue ON issue_environments (${inPostgres("project_id, ")}issue_id);
${inSqlite(`CREATE TRIGGER issue_reaches_environment AFTER INSERT ON issue_environments BEGIN
  INSERT INTO issue_counts
    SELECT project_id, new.environment_id, state, substate, 1 FROM issues WHERE id = new.issue_id
    ON CONFLICT DO UPDATE SET issues = issues + 1;
END;`)}
${inSqlite(`CREATE TRIGGER issue_leaves_environment AFTER DELETE ON issue_environments BEGIN
  UPDATE issue_counts SET issues = issues - 1
    WHERE (project_id, environment_id, state, substate) =
      (SELECT project_id, old.environment_id, state, substate FROM issues WHERE id = old.issue_id);
END;`)}`,
  },
  issue_hours: {
    rows: "as long as rollups by hour (`jobs/evictions`)",
    splitBy: "project_id",
    refersTo: {
      issue: { onMerge: { sum: { count: "sum" }, by: "hour, environment_id" }, onDelete: "delete" },
    },
    make: sql`
CREATE TABLE issue_hours (
  ${inPostgres("project_id bigint NOT NULL,")}
  issue_id ${toIssue},
  hour ${int} NOT NULL,
  environment_id ${int} NOT NULL,
  count ${int} NOT NULL,
  PRIMARY KEY (${inPostgres("project_id, ")}issue_id, hour, environment_id)
)${withoutRowid}${fill(70)};`,
  },
  issue_days: {
    rows: "as long as rollups by day (`jobs/evictions`)",
    splitBy: "project_id",
    refersTo: {
      issue: { onMerge: { sum: { count: "sum" }, by: "day, environment_id" }, onDelete: "delete" },
    },
    make: sql`
CREATE TABLE issue_days (
  ${inPostgres("project_id bigint NOT NULL,")}
  issue_id ${toIssue},
  day ${int} NOT NULL,
  environment_id ${int} NOT NULL,
  count ${int} NOT NULL,
  PRIMARY KEY (${inPostgres("project_id, ")}issue_id, day, environment_id)
)${withoutRowid}${fill(70)};`,
  },
  project_hours: {
    rows: "as long as rollups by day (`jobs/evictions`)",
    splitBy: "project_id",
    refersTo: {},
    make: sql`
CREATE TABLE project_hours (
  project_id ${toProject},
  hour ${int} NOT NULL,
  count ${int} NOT NULL,
  PRIMARY KEY (project_id, hour)
)${withoutRowid};`,
  },
  issue_users: {
    rows: "with their issue",
    splitBy: "project_id",
    refersTo: { issue: { onMerge: { union: "user_hash" }, onDelete: "delete" } },
    make: sql`
CREATE TABLE issue_users (
  ${inPostgres("project_id bigint NOT NULL,")}
  issue_id ${toIssue},
  user_hash ${int} NOT NULL,
  PRIMARY KEY (${inPostgres("project_id, ")}issue_id, user_hash)
)${withoutRowid};`,
  },
  /**
   * ID of the newest entry of `activities`. The writer locks it until it commits, so that IDs
   * follow the order of commits.
   */
  log_end: {
    rows: "one row",
    isMoved: false,
    make: inPostgres(`
CREATE TABLE log_end (
  one bigint PRIMARY KEY CHECK (one = 1),
  last bigint NOT NULL
);
INSERT INTO log_end VALUES (1, 0);`),
  },
  /** `former` is 1 if the account was deleted. */
  activities: {
    rows: "with their issue",
    splitBy: "project_id",
    refersTo: {
      issue: { onMerge: "move", onDelete: "delete" },
      user: { column: "user_id", onDelete: "former" },
    },
    make: byDialect(
      raw(`
CREATE TABLE activities (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE,
  at INTEGER NOT NULL,
  user_id INTEGER REFERENCES users ON DELETE SET NULL,
  what TEXT NOT NULL,
  former INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX activities_by_issue ON activities (issue_id, at);
CREATE INDEX activities_by_user ON activities (user_id) WHERE user_id IS NOT NULL;`),
      raw(`
CREATE TABLE activities (
  project_id bigint NOT NULL,
  id bigint NOT NULL,
  issue_id bigint NOT NULL,
  at bigint NOT NULL,
  user_id bigint,
  what text COLLATE "C" NOT NULL,
  former bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, issue_id) REFERENCES issues ON DELETE CASCADE
);
CREATE INDEX activities_in_order ON activities (id);
CREATE INDEX activities_by_issue ON activities (project_id, issue_id, at, id);
CREATE INDEX activities_by_user ON activities (user_id) WHERE user_id IS NOT NULL;`),
    ),
  },
};
