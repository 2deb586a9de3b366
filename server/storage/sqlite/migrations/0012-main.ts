/**
 * `bulk_acts`: what was done to many issues at once, kept for a day; `act` and `filter` as JSON, `cursor` of the list where
 * it goes on. `bulk_act_issues`: how each stood before, and the activity that tells of it; taken back, the row goes.
 * It names an issue that may be gone: what is merged into another must not be taken back there.
 * `issue_deletions`: issues whose rows are gone and whose events are yet to be removed from the telemetry files.
 * `discarded_fingerprints`: of issues that were deleted for good: what comes with them is not kept.
 */
export const main0012 = `
CREATE TABLE bulk_acts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  at INTEGER NOT NULL,
  act TEXT NOT NULL,
  seen INTEGER,
  filter TEXT NOT NULL,
  cursor TEXT,
  stage TEXT NOT NULL,
  total INTEGER NOT NULL,
  done INTEGER NOT NULL DEFAULT 0,
  changed INTEGER NOT NULL DEFAULT 0,
  conflicts INTEGER NOT NULL DEFAULT 0,
  restored INTEGER NOT NULL DEFAULT 0,
  left_alone INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX bulk_acts_by_project ON bulk_acts (project_id);
CREATE INDEX bulk_acts_by_user ON bulk_acts (user_id);
CREATE INDEX bulk_acts_by_age ON bulk_acts (at);
CREATE INDEX bulk_acts_under_way ON bulk_acts (id) WHERE stage IN ('acting', 'undoing');

CREATE TABLE bulk_act_issues (
  bulk_id INTEGER NOT NULL REFERENCES bulk_acts ON DELETE CASCADE,
  issue_id INTEGER NOT NULL,
  standing TEXT NOT NULL,
  assignee_id INTEGER REFERENCES users ON DELETE SET NULL,
  activity_id INTEGER NOT NULL,
  PRIMARY KEY (bulk_id, issue_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX bulk_act_issues_by_assignee ON bulk_act_issues (assignee_id) WHERE assignee_id IS NOT NULL;

CREATE TABLE issue_deletions (
  issue_id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  first_day TEXT NOT NULL,
  day TEXT
) STRICT;
CREATE INDEX issue_deletions_by_project ON issue_deletions (project_id);

CREATE TABLE discarded_fingerprints (
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  hash TEXT NOT NULL,
  issue_id INTEGER NOT NULL,
  short_id TEXT NOT NULL,
  title TEXT NOT NULL,
  at INTEGER NOT NULL,
  user_id INTEGER REFERENCES users ON DELETE SET NULL,
  dropped INTEGER NOT NULL DEFAULT 0,
  last_dropped_at INTEGER,
  PRIMARY KEY (project_id, hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX discarded_fingerprints_by_user ON discarded_fingerprints (user_id) WHERE user_id IS NOT NULL;

CREATE INDEX issues_to_escalate ON issues (last_seen)
  WHERE state = 1 AND standing ->> '$.until.kind' = 'escalates';
`;
