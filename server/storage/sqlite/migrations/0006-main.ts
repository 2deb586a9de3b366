/**
 * What keys are limited to, and projects on their way out. A project that is being deleted keeps its row, under a slug
 * that nobody can type: what was on its way when it was deleted still finds a project to belong to. `deletions.day` is
 * the last day of telemetry that is done with; its column is `project`, because rows with a `project_id` are deleted.
 */
export const main0006 = `
ALTER TABLE keys ADD COLUMN allowed_origins TEXT NOT NULL DEFAULT '[]';
ALTER TABLE keys ADD COLUMN events_per_minute INTEGER;
ALTER TABLE keys ADD COLUMN last_used_at INTEGER;

ALTER TABLE projects ADD COLUMN deleting_at INTEGER;

CREATE TABLE deletions (
  project INTEGER PRIMARY KEY REFERENCES projects,
  slug TEXT NOT NULL,
  name TEXT NOT NULL,
  asked_by INTEGER,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  total INTEGER NOT NULL,
  done INTEGER NOT NULL DEFAULT 0,
  day TEXT
) STRICT;
CREATE INDEX deletions_under_way ON deletions (started_at) WHERE ended_at IS NULL;
`;
