/**
 * What each day's file holds, measured now and then, and what retention has done: a day that goes is written down first
 * (`ended_at` is null until it has gone), so that a crash in between is made good.
 */
export const main0020 = `
CREATE TABLE telemetry_days (
  day TEXT PRIMARY KEY,
  measured_at INTEGER NOT NULL,
  file_bytes INTEGER NOT NULL,
  event_bytes INTEGER NOT NULL,
  trace_bytes INTEGER NOT NULL,
  attachment_bytes INTEGER NOT NULL,
  thinned INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE telemetry_shares (
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  day TEXT NOT NULL,
  events INTEGER NOT NULL,
  traces INTEGER NOT NULL,
  attachment_bytes INTEGER NOT NULL,
  PRIMARY KEY (project_id, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE retention_acts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  day TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  events INTEGER NOT NULL,
  traces INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE INDEX retention_acts_open ON retention_acts (day) WHERE ended_at IS NULL;
`;
