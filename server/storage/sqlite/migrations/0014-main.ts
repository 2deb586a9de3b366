/**
 * What people say about issues, who takes part, who owns which part of the code, and what each wants to be told. A deleted
 * comment keeps its row without its text. `subscriptions.because` is also 'unsubscribed', which stays until it is taken back.
 */
export const main0014 = `
CREATE TABLE comments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE,
  user_id INTEGER REFERENCES users ON DELETE SET NULL,
  at INTEGER NOT NULL,
  text TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  edited_at INTEGER,
  deleted_at INTEGER
) STRICT;
CREATE INDEX comments_by_issue ON comments (issue_id, id);
CREATE INDEX comments_by_user ON comments (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE subscriptions (
  issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  because TEXT NOT NULL,
  PRIMARY KEY (issue_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX subscriptions_by_user ON subscriptions (user_id);

CREATE TABLE ownership (
  project_id INTEGER PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
  rules TEXT NOT NULL,
  auto_assign INTEGER NOT NULL
) STRICT;

CREATE TABLE unwanted_notices (
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  topic TEXT NOT NULL,
  PRIMARY KEY (user_id, topic)
) STRICT, WITHOUT ROWID;

CREATE TABLE notice_reach (
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  reach TEXT NOT NULL,
  PRIMARY KEY (user_id, project_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX notice_reach_by_project ON notice_reach (project_id);
`;
