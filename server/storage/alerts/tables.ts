import {
  id,
  inPostgres,
  inSqlite,
  int,
  logId,
  strict,
  text,
  withoutRowid,
} from "#server/storage/column-types.ts";
import { sql } from "#server/storage/sql.ts";
import type { Tables } from "#server/storage/table.ts";

export const alertTables: Tables = {
  unwanted_notices: {
    rows: "with the account",
    make: sql`
CREATE TABLE unwanted_notices (
  user_id ${int} NOT NULL REFERENCES users ON DELETE CASCADE,
  topic ${text} NOT NULL,
  PRIMARY KEY (user_id, topic)
)${withoutRowid};`,
  },
  notice_reach: {
    rows: "with the account",
    make: sql`
CREATE TABLE notice_reach (
  user_id ${int} NOT NULL REFERENCES users ON DELETE CASCADE,
  project_id ${int} NOT NULL REFERENCES projects ON DELETE CASCADE,
  reach ${text} NOT NULL,
  PRIMARY KEY (user_id, project_id)
)${withoutRowid};
CREATE INDEX notice_reach_by_project ON notice_reach (project_id);`,
  },
  /** Users who turned on the weekly digest. */
  weekly_digests: {
    rows: "with the account",
    make: sql`
CREATE TABLE weekly_digests (
  user_id ${int} PRIMARY KEY REFERENCES users ON DELETE CASCADE
)${strict};`,
  },
  /** Position of each log follower; `owners#7` for a project that is held back. */
  followers: {
    rows: "a few rows",
    make: sql`
CREATE TABLE followers (
  name ${text} PRIMARY KEY,
  position ${int} NOT NULL
)${withoutRowid};
${inSqlite(`INSERT INTO followers (name, position) VALUES ('alerts', 0), ('alerts: releases', 0);`)}`,
  },
  /** `recipient` is `rule:7` or `person:3`. `planned_at` is set after deliveries were created. */
  notices: {
    rows: "30 days (`jobs/evictions`)",
    make: sql`
CREATE TABLE notices (
  id ${logId},
  key ${text} NOT NULL UNIQUE,
  at ${int} NOT NULL,
  project_id ${int} NOT NULL REFERENCES projects ON DELETE CASCADE,
  recipient ${text} NOT NULL,
  notice ${text} NOT NULL,
  planned_at ${int},
  urgent ${int} NOT NULL DEFAULT 0
)${strict};
CREATE INDEX notices_by_project ON notices (project_id);
CREATE INDEX notices_by_age ON notices (at);
CREATE INDEX notices_waiting ON notices (recipient, project_id, urgent, id, at) WHERE planned_at IS NULL;`,
  },
  alert_rules: {
    rows: "until removed, or with their project",
    make: sql`
CREATE TABLE alert_rules (
  id ${id},
  project_id ${int} NOT NULL REFERENCES projects ON DELETE CASCADE,
  name ${text} NOT NULL,
  condition ${text} NOT NULL,
  filter ${text} NOT NULL,
  environment ${text} NOT NULL,
  channels ${text} NOT NULL,
  pace ${text} NOT NULL,
  muted_until ${int},
  created_at ${int} NOT NULL,
  created_by ${int} REFERENCES users ON DELETE SET NULL,
  since ${int} NOT NULL,
  last_fired_at ${int}
)${strict};
CREATE INDEX alert_rules_by_project ON alert_rules (project_id);
CREATE INDEX alert_rules_by_user ON alert_rules (created_by) WHERE created_by IS NOT NULL;`,
  },
  /** Current firings of each rule. */
  alert_firings: {
    rows: "until removed, or with their project",
    make: sql`
CREATE TABLE alert_firings (
  rule_id ${int} NOT NULL REFERENCES alert_rules ON DELETE CASCADE,
  subject ${text} NOT NULL,
  from_at ${int} NOT NULL,
  told_at ${int} NOT NULL,
  PRIMARY KEY (rule_id, subject)
)${withoutRowid};`,
  },
  /**
   * One or more notices of a rule, or for one person in one project. `urgent`: tests, which are not
   * delayed.
   */
  messages: {
    rows: "30 days (`jobs/evictions`)",
    make: sql`
CREATE TABLE messages (
  id ${id},
  project_id ${int} NOT NULL REFERENCES projects ON DELETE CASCADE,
  rule_id ${int} REFERENCES alert_rules ON DELETE CASCADE,
  user_id ${int} REFERENCES users ON DELETE CASCADE,
  urgent ${int} NOT NULL,
  at ${int} NOT NULL,
  message ${text} NOT NULL
)${strict};
CREATE INDEX messages_by_project ON messages (project_id);
CREATE INDEX messages_by_rule ON messages (rule_id, at) WHERE rule_id IS NOT NULL;
CREATE INDEX messages_by_user ON messages (user_id, project_id, at) WHERE user_id IS NOT NULL;
CREATE INDEX messages_by_age ON messages (at);`,
  },
  /**
   * `lease_until`: a process is sending it until then. `receiver`: groups deliveries that one slow
   * receiver may delay. `since`: start of its day of attempts.
   */
  deliveries: {
    rows: "30 days (`jobs/evictions`)",
    make: sql`
CREATE TABLE deliveries (
  id ${id},
  message ${int} NOT NULL REFERENCES messages ON DELETE CASCADE,
  message_id ${text} NOT NULL UNIQUE,
  project_id ${int} NOT NULL REFERENCES projects ON DELETE CASCADE,
  rule_id ${int} REFERENCES alert_rules ON DELETE CASCADE,
  user_id ${int} REFERENCES users ON DELETE CASCADE,
  target ${text} NOT NULL,
  receiver ${text} NOT NULL,
  state ${text} NOT NULL DEFAULT 'pending',
  tries ${int} NOT NULL DEFAULT 0,
  created_at ${int} NOT NULL,
  since ${int} NOT NULL,
  due_at ${int} NOT NULL,
  ended_at ${int},
  lease_until ${int},
  ${inPostgres('lease_holder text COLLATE "C",')}
  answer ${text}
)${strict};
CREATE INDEX deliveries_open ON deliveries (due_at) WHERE ended_at IS NULL;
CREATE INDEX deliveries_by_message ON deliveries (message);
CREATE INDEX deliveries_by_project ON deliveries (project_id);
CREATE INDEX deliveries_by_rule ON deliveries (rule_id, id) WHERE rule_id IS NOT NULL;
CREATE INDEX deliveries_by_user ON deliveries (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX deliveries_by_state ON deliveries (state, id);`,
  },
};
