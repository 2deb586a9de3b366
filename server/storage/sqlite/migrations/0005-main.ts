/**
 * Where sessions are used from, browsers that are known, attempts that failed, invitations, links to new passwords.
 * `throttles.key` is a hash: people type passwords into the field for the mail address.
 */
export const main0005 = `
ALTER TABLE sessions ADD COLUMN last_seen_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN user_agent TEXT NOT NULL DEFAULT '';
UPDATE sessions SET last_seen_at = created_at;

CREATE TABLE devices (
  token_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX devices_by_user ON devices (user_id);
CREATE INDEX devices_by_expiry ON devices (expires_at);

CREATE TABLE throttles (
  key TEXT PRIMARY KEY,
  failures INTEGER NOT NULL,
  since INTEGER NOT NULL,
  until INTEGER NOT NULL,
  forget_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX throttles_by_end ON throttles (forget_at);

CREATE TABLE invitations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  token_hash TEXT NOT NULL UNIQUE,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  project_id INTEGER REFERENCES projects ON DELETE CASCADE,
  role TEXT NOT NULL,
  invited_by INTEGER REFERENCES users ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  accepted_at INTEGER,
  revoked_at INTEGER
) STRICT;
CREATE INDEX invitations_by_email ON invitations (email_key);
CREATE INDEX invitations_by_project ON invitations (project_id);
CREATE INDEX invitations_by_inviter ON invitations (invited_by) WHERE invited_by IS NOT NULL;
CREATE INDEX invitations_by_expiry ON invitations (expires_at);

CREATE TABLE resets (
  token_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX resets_by_user ON resets (user_id);
CREATE INDEX resets_by_expiry ON resets (expires_at);
`;
