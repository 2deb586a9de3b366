/**
 * Jobs that are watched. `due_at` and `timeout_at` are when the clock looks at a row: absent where there is nothing to look at.
 * `monitor_watch` holds one row, until when it has looked, and the last time span in which nobody did.
 */
export const main0017 = `
CREATE TABLE monitors (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  slug TEXT NOT NULL,
  name TEXT NOT NULL,
  config TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  paused_at INTEGER,
  muted_until INTEGER,
  UNIQUE (project_id, slug)
) STRICT;
CREATE INDEX monitors_by_name ON monitors (project_id, name, id);

CREATE TABLE monitor_environments (
  monitor_id INTEGER NOT NULL REFERENCES monitors ON DELETE CASCADE,
  environment TEXT NOT NULL,
  health TEXT NOT NULL,
  last_at INTEGER NOT NULL,
  last_status TEXT NOT NULL,
  expected_at INTEGER,
  due_at INTEGER,
  PRIMARY KEY (monitor_id, environment)
) STRICT, WITHOUT ROWID;
CREATE INDEX monitor_environments_due ON monitor_environments (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE check_ins (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  monitor_id INTEGER NOT NULL REFERENCES monitors ON DELETE CASCADE,
  environment TEXT NOT NULL,
  check_in_id TEXT,
  status TEXT NOT NULL,
  at INTEGER NOT NULL,
  settled_at INTEGER,
  expected_at INTEGER,
  duration_ms REAL,
  release TEXT,
  trace_id TEXT,
  slots INTEGER NOT NULL,
  unsure INTEGER NOT NULL,
  timeout_at INTEGER
) STRICT;
CREATE INDEX check_ins_by_monitor ON check_ins (monitor_id, at, id);
CREATE INDEX check_ins_by_client_id ON check_ins (monitor_id, check_in_id) WHERE check_in_id IS NOT NULL;
CREATE INDEX check_ins_open ON check_ins (timeout_at) WHERE timeout_at IS NOT NULL;
CREATE INDEX check_ins_by_project ON check_ins (project_id);
CREATE INDEX check_ins_by_age ON check_ins (at);

CREATE TABLE monitor_incidents (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  monitor_id INTEGER NOT NULL REFERENCES monitors ON DELETE CASCADE,
  environment TEXT NOT NULL,
  at INTEGER NOT NULL,
  what TEXT NOT NULL
) STRICT;
CREATE INDEX monitor_incidents_by_monitor ON monitor_incidents (monitor_id, id);
CREATE INDEX monitor_incidents_by_project ON monitor_incidents (project_id);

CREATE TABLE monitor_watch (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  until INTEGER NOT NULL,
  gap_from INTEGER,
  gap_to INTEGER
) STRICT;
`;
