/**
 * `merged_issues`: issues that are part of another one. Their short ids lead there for as long as it lives; what they were
 * is kept for the day they are split off again. `fingerprints.origin_id`: the issue that a fingerprint was made for, where
 * that is another than the one it leads to now.
 * `event_moves`: events that the telemetry files have under `from_id` and that belong to `to_id`: those with `hashes`, all
 * without. In order of their ids. `counted_in` is the issue whose counters hold them until they are taken over (of splits).
 * Days are done newest first: `counted_day` was counted last, `moved_day` moved last.
 */
export const main0013 = `
CREATE TABLE merged_issues (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  number INTEGER NOT NULL,
  into_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE,
  merged_at INTEGER NOT NULL,
  level INTEGER NOT NULL,
  unhandled INTEGER NOT NULL,
  platform TEXT NOT NULL,
  standing TEXT NOT NULL,
  type TEXT NOT NULL,
  value TEXT NOT NULL,
  culprit TEXT NOT NULL,
  UNIQUE (project_id, number)
) STRICT;
CREATE INDEX merged_issues_by_target ON merged_issues (into_id);

ALTER TABLE fingerprints ADD COLUMN origin_id INTEGER;

CREATE TABLE event_moves (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  from_id INTEGER NOT NULL,
  to_id INTEGER NOT NULL,
  counted_in INTEGER,
  hashes TEXT,
  first_day TEXT NOT NULL,
  counted_day TEXT,
  moved_day TEXT
) STRICT;
CREATE INDEX event_moves_by_project ON event_moves (project_id);

CREATE TRIGGER issue_leaves_environment AFTER DELETE ON issue_environments BEGIN
  UPDATE issue_counts SET issues = issues - 1
    WHERE (project_id, environment_id, state, substate) =
      (SELECT project_id, old.environment_id, state, substate FROM issues WHERE id = old.issue_id);
END;
`;
