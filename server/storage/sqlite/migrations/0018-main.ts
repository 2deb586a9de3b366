/**
 * What people wrote. `about_event` is as they sent it; `issue_id` is known once that event is. `words` is what the search looks
 * in, in lower case. `state`: 0 unread, 1 resolved, 2 spam.
 */
export const main0018 = `
CREATE TABLE feedback (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  feedback_id BLOB NOT NULL,
  received_at INTEGER NOT NULL,
  message TEXT NOT NULL,
  name TEXT,
  email TEXT,
  url TEXT,
  environment TEXT,
  release TEXT,
  trace_id TEXT,
  about_event BLOB,
  issue_id INTEGER REFERENCES issues ON DELETE SET NULL,
  state INTEGER NOT NULL DEFAULT 0,
  words TEXT NOT NULL,
  UNIQUE (project_id, feedback_id)
) STRICT;
CREATE INDEX feedback_by_project ON feedback (project_id, id);
CREATE INDEX feedback_by_state ON feedback (project_id, state, id);
CREATE INDEX feedback_by_issue ON feedback (issue_id, state, id) WHERE issue_id IS NOT NULL;
CREATE INDEX feedback_by_event ON feedback (project_id, about_event) WHERE about_event IS NOT NULL;
CREATE INDEX feedback_waiting ON feedback (project_id, about_event) WHERE issue_id IS NULL AND about_event IS NOT NULL;
`;
