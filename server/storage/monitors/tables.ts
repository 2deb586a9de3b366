import { id, int, logId, real, strict, text, withoutRowid } from "#server/storage/column-types.ts";
import { sql } from "#server/storage/sql.ts";
import type { Tables } from "#server/storage/table.ts";

export const monitorTables: Tables = {
  monitors: {
    rows: "until removed, or with their project",
    make: sql`
CREATE TABLE monitors (
  id ${id},
  project_id ${int} NOT NULL REFERENCES projects ON DELETE CASCADE,
  slug ${text} NOT NULL,
  name ${text} NOT NULL,
  config ${text} NOT NULL,
  created_at ${int} NOT NULL,
  paused_at ${int},
  muted_until ${int},
  UNIQUE (project_id, slug)
)${strict};
CREATE INDEX monitors_by_name ON monitors (project_id, name, id);`,
  },
  /** `due_at`: when the scheduler checks the row; absent if it never does. */
  monitor_environments: {
    rows: "until removed, or with their project",
    make: sql`
CREATE TABLE monitor_environments (
  monitor_id ${int} NOT NULL REFERENCES monitors ON DELETE CASCADE,
  environment ${text} NOT NULL,
  health ${text} NOT NULL,
  last_at ${int} NOT NULL,
  last_status ${text} NOT NULL,
  expected_at ${int},
  due_at ${int},
  PRIMARY KEY (monitor_id, environment)
)${withoutRowid};
CREATE INDEX monitor_environments_due ON monitor_environments (due_at) WHERE due_at IS NOT NULL;`,
  },
  /** `timeout_at`: when the scheduler checks the row. `notes`: fields modified during ingestion. */
  check_ins: {
    rows: "as long as events (`jobs/evictions`)",
    make: sql`
CREATE TABLE check_ins (
  id ${id},
  project_id ${int} NOT NULL REFERENCES projects ON DELETE CASCADE,
  monitor_id ${int} NOT NULL REFERENCES monitors ON DELETE CASCADE,
  environment ${text} NOT NULL,
  check_in_id ${text},
  status ${text} NOT NULL,
  at ${int} NOT NULL,
  settled_at ${int},
  expected_at ${int},
  duration_ms ${real},
  release ${text},
  trace_id ${text},
  slots ${int} NOT NULL,
  unsure ${int} NOT NULL,
  timeout_at ${int},
  notes ${text}
)${strict};
CREATE INDEX check_ins_by_monitor ON check_ins (monitor_id, at, id);
CREATE INDEX check_ins_by_client_id ON check_ins (monitor_id, check_in_id) WHERE check_in_id IS NOT NULL;
CREATE INDEX check_ins_open ON check_ins (timeout_at) WHERE timeout_at IS NOT NULL;
CREATE INDEX check_ins_by_project ON check_ins (project_id);
CREATE INDEX check_ins_by_age ON check_ins (at);`,
  },
  monitor_incidents: {
    rows: "as long as rollups by day (`jobs/evictions`)",
    make: sql`
CREATE TABLE monitor_incidents (
  id ${logId},
  project_id ${int} NOT NULL REFERENCES projects ON DELETE CASCADE,
  monitor_id ${int} NOT NULL REFERENCES monitors ON DELETE CASCADE,
  environment ${text} NOT NULL,
  at ${int} NOT NULL,
  what ${text} NOT NULL
)${strict};
CREATE INDEX monitor_incidents_by_monitor ON monitor_incidents (monitor_id, id);
CREATE INDEX monitor_incidents_by_project ON monitor_incidents (project_id);`,
  },
  /** One row: until when monitors were watched, and the last period without. */
  monitor_watch: {
    rows: "a few rows",
    make: sql`
CREATE TABLE monitor_watch (
  one ${int} PRIMARY KEY CHECK (one = 1),
  until ${int} NOT NULL,
  gap_from ${int},
  gap_to ${int}
)${strict};`,
  },
};
