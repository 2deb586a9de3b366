/** Links that show an issue or a trace to whoever has them; of each its token's SHA-256. One of the two is set. */
export const main0019 = `
CREATE TABLE shares (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  token_hash TEXT NOT NULL UNIQUE,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  issue_id INTEGER REFERENCES issues ON DELETE CASCADE,
  trace_id TEXT,
  made_by INTEGER REFERENCES users ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  CHECK ((issue_id IS NULL) <> (trace_id IS NULL))
) STRICT;
CREATE INDEX shares_by_project ON shares (project_id, id);
CREATE INDEX shares_by_issue ON shares (issue_id) WHERE issue_id IS NOT NULL;
CREATE INDEX shares_by_person ON shares (made_by) WHERE made_by IS NOT NULL;
`;
