/**
 * Issue and project ids are never used twice (AUTOINCREMENT): telemetry files keep them after a row is deleted.
 * `state`, `substate` and `level` are the codes of `issue-standing.ts`; `standing` is the whole state as JSON.
 * `issue_tag_keys.uncounted` are the events whose value came after the last that is counted by itself (`tags.ts`).
 * The four `issues_by_…` indexes carry what the list filters by, so that walking one reads no rows (`issue-list.ts`).
 */
export const main0001 = `
CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE sessions (
  token_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE TABLE tokens (
  token_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  scopes TEXT NOT NULL,
  label TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_by_user ON tokens (user_id);

CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE projects (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  platform TEXT NOT NULL,
  prefix TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  first_event_at INTEGER,
  last_number INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE keys (
  public_key TEXT PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  label TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX keys_by_project ON keys (project_id);

CREATE TABLE memberships (
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  role TEXT NOT NULL,
  PRIMARY KEY (user_id, project_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX memberships_by_project ON memberships (project_id);

CREATE TABLE environments (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  name TEXT NOT NULL,
  UNIQUE (project_id, name)
) STRICT;

CREATE TABLE releases (
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  version TEXT NOT NULL,
  first_seen INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  PRIMARY KEY (project_id, version)
) STRICT, WITHOUT ROWID;
CREATE INDEX releases_by_age ON releases (project_id, first_seen);

CREATE TABLE project_hours (
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  hour INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (project_id, hour)
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger (
  project_id INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  category TEXT NOT NULL,
  reason TEXT NOT NULL,
  quantity INTEGER NOT NULL,
  PRIMARY KEY (project_id, hour, outcome, category, reason)
) STRICT, WITHOUT ROWID;

CREATE TABLE issues (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  number INTEGER NOT NULL,
  state INTEGER NOT NULL,
  substate INTEGER NOT NULL,
  level INTEGER NOT NULL,
  first_seen INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  event_count INTEGER NOT NULL DEFAULT 0,
  user_count INTEGER NOT NULL DEFAULT 0,
  unhandled INTEGER NOT NULL,
  assignee_id INTEGER REFERENCES users ON DELETE SET NULL,
  platform TEXT NOT NULL,
  standing TEXT NOT NULL,
  first_release TEXT,
  last_release TEXT,
  type TEXT NOT NULL,
  value TEXT NOT NULL,
  culprit TEXT NOT NULL,
  words TEXT NOT NULL,
  UNIQUE (project_id, number)
) STRICT;
CREATE INDEX issues_by_last_seen ON issues (project_id, state, last_seen, id, substate, level, first_seen);
CREATE INDEX issues_by_first_seen ON issues (project_id, state, first_seen, id, substate, level, last_seen);
CREATE INDEX issues_by_event_count ON issues (project_id, state, event_count, id, substate, level, first_seen, last_seen);
CREATE INDEX issues_by_user_count ON issues (project_id, state, user_count, id, substate, level, first_seen, last_seen);
CREATE INDEX issues_by_standing ON issues (project_id, state, substate, level);
CREATE INDEX issues_by_assignee ON issues (assignee_id) WHERE assignee_id IS NOT NULL;

CREATE VIRTUAL TABLE issue_words USING fts5 (
  words, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);
CREATE VIRTUAL TABLE issue_word_pieces USING fts5vocab (issue_words, row);

CREATE TABLE fingerprints (
  project_id INTEGER NOT NULL,
  hash TEXT NOT NULL,
  issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE,
  algorithm TEXT NOT NULL,
  first_seen INTEGER NOT NULL,
  PRIMARY KEY (project_id, hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX fingerprints_by_issue ON fingerprints (issue_id);

CREATE TABLE activities (
  id INTEGER PRIMARY KEY,
  issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE,
  at INTEGER NOT NULL,
  user_id INTEGER REFERENCES users ON DELETE SET NULL,
  what TEXT NOT NULL
) STRICT;
CREATE INDEX activities_by_issue ON activities (issue_id, at);
CREATE INDEX activities_by_user ON activities (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE issue_environments (
  environment_id INTEGER NOT NULL,
  issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE,
  first_seen INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  PRIMARY KEY (environment_id, issue_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX issue_environments_by_issue ON issue_environments (issue_id);

CREATE TABLE issue_hours (
  issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE,
  hour INTEGER NOT NULL,
  environment_id INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (issue_id, hour, environment_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE issue_days (
  issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE,
  day INTEGER NOT NULL,
  environment_id INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (issue_id, day, environment_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE issue_tag_keys (
  issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE,
  key TEXT NOT NULL,
  distinct_values INTEGER NOT NULL,
  uncounted INTEGER NOT NULL,
  PRIMARY KEY (issue_id, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE issue_tags (
  issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  count INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  PRIMARY KEY (issue_id, key, value)
) STRICT, WITHOUT ROWID;

CREATE TABLE issue_users (
  issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE,
  user_hash INTEGER NOT NULL,
  PRIMARY KEY (issue_id, user_hash)
) STRICT, WITHOUT ROWID;

-- How many issues stand where, so that the tabs need no counting. Environment 0 is all of them.
CREATE TABLE issue_counts (
  project_id INTEGER NOT NULL,
  environment_id INTEGER NOT NULL,
  state INTEGER NOT NULL,
  substate INTEGER NOT NULL,
  issues INTEGER NOT NULL,
  PRIMARY KEY (project_id, environment_id, state, substate)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER issue_appears AFTER INSERT ON issues BEGIN
  INSERT INTO issue_counts VALUES (new.project_id, 0, new.state, new.substate, 1)
    ON CONFLICT DO UPDATE SET issues = issues + 1;
END;

CREATE TRIGGER issue_moves AFTER UPDATE OF state, substate ON issues
WHEN old.state <> new.state OR old.substate <> new.substate BEGIN
  UPDATE issue_counts SET issues = issues - 1
    WHERE project_id = old.project_id AND state = old.state AND substate = old.substate
      AND environment_id IN (SELECT 0 UNION ALL SELECT environment_id FROM issue_environments WHERE issue_id = old.id);
  INSERT INTO issue_counts
    SELECT new.project_id, environment_id, new.state, new.substate, 1
    FROM (SELECT 0 AS environment_id UNION ALL SELECT environment_id FROM issue_environments WHERE issue_id = new.id)
    WHERE true ON CONFLICT DO UPDATE SET issues = issues + 1;
END;

CREATE TRIGGER issue_reaches_environment AFTER INSERT ON issue_environments BEGIN
  INSERT INTO issue_counts
    SELECT project_id, new.environment_id, state, substate, 1 FROM issues WHERE id = new.issue_id
    ON CONFLICT DO UPDATE SET issues = issues + 1;
END;

CREATE TRIGGER issue_disappears BEFORE DELETE ON issues BEGIN
  UPDATE issue_counts SET issues = issues - 1
    WHERE project_id = old.project_id AND state = old.state AND substate = old.substate
      AND environment_id IN (SELECT 0 UNION ALL SELECT environment_id FROM issue_environments WHERE issue_id = old.id);
  DELETE FROM issue_words WHERE rowid = old.id;
END;

CREATE TABLE digest (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  batch INTEGER NOT NULL,
  segment INTEGER,
  position INTEGER
) STRICT;
INSERT INTO digest (only, batch) VALUES (1, 0);
`;
