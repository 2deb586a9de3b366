/**
 * Alert windows count what was received in them. Of events that were received long after they happened only these rows say when that
 * was: they are deleted after a day.
 */
export const main0028 = `
CREATE TABLE late_arrivals (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE,
  environment TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  at INTEGER NOT NULL,
  user TEXT
) STRICT;
CREATE INDEX late_arrivals_by_issue ON late_arrivals (issue_id, received_at, at);
CREATE INDEX late_arrivals_by_project ON late_arrivals (project_id, received_at, at, issue_id);
`;
