/** Settings of projects; sketches by operation and time, web vitals, samples. */
export const main0003 = `
ALTER TABLE projects ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';

CREATE TABLE operations (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  service TEXT NOT NULL,
  kind TEXT NOT NULL,
  route TEXT NOT NULL,
  UNIQUE (project_id, service, kind, route)
) STRICT;
CREATE INDEX operations_by_route ON operations (project_id, route);

CREATE TABLE rollup_releases (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  version TEXT NOT NULL,
  UNIQUE (project_id, version)
) STRICT;

-- All operations of a bucket are one range; one operation over 30 days is 30 seeks. Tier 0, 1, 2, 3: 5 minutes, hour, day,
-- week. Cells: rollup-row.ts. No WITHOUT ROWID: there, what is longer than 1,000 bytes lies on a page of its own.
CREATE TABLE rollups (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  tier INTEGER NOT NULL,
  at INTEGER NOT NULL,
  operation_id INTEGER NOT NULL,
  cells BLOB NOT NULL,
  by_release BLOB,
  UNIQUE (project_id, tier, at, operation_id)
) STRICT;

-- Who ran on which day: what filters offer.
CREATE TABLE rollup_days (
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  day INTEGER NOT NULL,
  service TEXT NOT NULL,
  environment_id INTEGER NOT NULL,
  release_id INTEGER NOT NULL,
  PRIMARY KEY (project_id, day, service, environment_id, release_id)
) STRICT, WITHOUT ROWID;

-- From when on each tier is whole.
CREATE TABLE rollup_tiers (
  tier INTEGER PRIMARY KEY,
  kept_from INTEGER NOT NULL
) STRICT;

CREATE TABLE trace_samples (
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  operation_id INTEGER NOT NULL,
  class INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  environment_id INTEGER NOT NULL,
  release_id INTEGER NOT NULL,
  trace_id BLOB NOT NULL,
  span_id BLOB NOT NULL,
  score REAL NOT NULL,
  started_at REAL NOT NULL,
  duration_ms REAL NOT NULL,
  failed INTEGER NOT NULL,
  PRIMARY KEY (project_id, operation_id, class, hour, environment_id, release_id, trace_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX trace_samples_by_hour ON trace_samples (project_id, hour);

CREATE TABLE vital_pages (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  service TEXT NOT NULL,
  route TEXT NOT NULL,
  UNIQUE (project_id, service, route)
) STRICT;

-- A cell for each vital, device class and environment.
CREATE TABLE vital_rollups (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  tier INTEGER NOT NULL,
  at INTEGER NOT NULL,
  page_id INTEGER NOT NULL,
  cells BLOB NOT NULL,
  by_release BLOB,
  UNIQUE (project_id, tier, at, page_id)
) STRICT;

-- What was reported last under each id, and where it was counted: a later report takes its place there. Reports that tell
-- no route wait for another of their visit that does.
CREATE TABLE vital_reports (
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  report_id TEXT NOT NULL,
  vital INTEGER NOT NULL,
  value REAL NOT NULL,
  at INTEGER NOT NULL,
  page_id INTEGER NOT NULL,
  device INTEGER NOT NULL,
  environment_id INTEGER NOT NULL,
  release_id INTEGER NOT NULL,
  visit TEXT,
  has_route INTEGER NOT NULL,
  PRIMARY KEY (project_id, report_id, vital)
) STRICT, WITHOUT ROWID;
CREATE INDEX vital_reports_by_age ON vital_reports (at);
CREATE INDEX vital_reports_by_visit ON vital_reports (project_id, visit, has_route) WHERE visit IS NOT NULL;
`;
