/**
 * Activities get ids that are never used twice: others follow them by id. `followers.position` is where each has got to.
 * `notices.recipient` is `rule:7` or `person:3`; `planned_at` is set once deliveries were made of it.
 */
export const main0010 = `
DROP TRIGGER user_leaves;
CREATE TABLE logged_activities (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE,
  at INTEGER NOT NULL,
  user_id INTEGER REFERENCES users ON DELETE SET NULL,
  what TEXT NOT NULL,
  former INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO logged_activities (id, issue_id, at, user_id, what, former)
  SELECT id, issue_id, at, user_id, what, former FROM activities ORDER BY id;
DROP TABLE activities;
ALTER TABLE logged_activities RENAME TO activities;
CREATE INDEX activities_by_issue ON activities (issue_id, at);
CREATE INDEX activities_by_user ON activities (user_id) WHERE user_id IS NOT NULL;
CREATE TRIGGER user_leaves BEFORE DELETE ON users BEGIN
  UPDATE activities SET former = 1 WHERE user_id = old.id;
END;

CREATE TABLE followers (
  name TEXT PRIMARY KEY,
  position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE notices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  at INTEGER NOT NULL,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  recipient TEXT NOT NULL,
  notice TEXT NOT NULL,
  planned_at INTEGER
) STRICT;
CREATE INDEX notices_unplanned ON notices (id) WHERE planned_at IS NULL;
CREATE INDEX notices_by_project ON notices (project_id);
CREATE INDEX notices_by_age ON notices (at);
`;
