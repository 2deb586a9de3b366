/**
 * What is known of releases beside when they were seen: what tools say of them, where they were deployed, how their sessions
 * went. `release_issues.relation`: `regressed` in it, `resolved` by it, `resolved-after` it (in whichever comes next).
 */
export const main0008 = `
ALTER TABLE releases ADD COLUMN released_at INTEGER;
ALTER TABLE releases ADD COLUMN started_at INTEGER;
ALTER TABLE releases ADD COLUMN url TEXT;
ALTER TABLE releases ADD COLUMN ref TEXT;

CREATE TABLE release_commits (
  project_id INTEGER NOT NULL,
  version TEXT NOT NULL,
  position INTEGER NOT NULL,
  commit_id TEXT NOT NULL,
  details TEXT NOT NULL,
  PRIMARY KEY (project_id, version, position),
  FOREIGN KEY (project_id, version) REFERENCES releases ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE deploys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL,
  version TEXT NOT NULL,
  environment TEXT NOT NULL,
  name TEXT,
  url TEXT,
  started_at INTEGER,
  finished_at INTEGER NOT NULL,
  FOREIGN KEY (project_id, version) REFERENCES releases ON DELETE CASCADE
) STRICT;
CREATE INDEX deploys_by_release ON deploys (project_id, version);
CREATE INDEX deploys_by_time ON deploys (project_id, finished_at);

CREATE TABLE release_hours (
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  hour INTEGER NOT NULL,
  version TEXT NOT NULL,
  environment TEXT NOT NULL,
  sessions INTEGER NOT NULL,
  crashed INTEGER NOT NULL,
  errored INTEGER NOT NULL,
  abnormal INTEGER NOT NULL,
  PRIMARY KEY (project_id, hour, version, environment)
) STRICT, WITHOUT ROWID;

CREATE TABLE release_users (
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  day INTEGER NOT NULL,
  version TEXT NOT NULL,
  environment TEXT NOT NULL,
  user_hash TEXT NOT NULL,
  crashed INTEGER NOT NULL,
  PRIMARY KEY (project_id, day, version, environment, user_hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE release_issues (
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  version TEXT NOT NULL,
  relation TEXT NOT NULL,
  issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE,
  PRIMARY KEY (project_id, version, relation, issue_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX release_issues_by_issue ON release_issues (issue_id);

CREATE INDEX issues_by_first_release ON issues (project_id, first_release) WHERE first_release IS NOT NULL;
`;
