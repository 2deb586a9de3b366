/**
 * Accounts that are disabled, tokens that end and are listed, and who did what. Entries of `audit` point at nobody: they
 * outlive accounts and projects. `activities.former`: whoever it was has no account any more.
 */
export const main0004 = `
ALTER TABLE users ADD COLUMN disabled_at INTEGER;
CREATE INDEX users_by_name ON users (name COLLATE NOCASE, id);

ALTER TABLE activities ADD COLUMN former INTEGER NOT NULL DEFAULT 0;
CREATE TRIGGER user_leaves BEFORE DELETE ON users BEGIN
  UPDATE activities SET former = 1 WHERE user_id = old.id;
END;

CREATE TABLE listed_tokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  token_hash TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  scopes TEXT NOT NULL,
  label TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  last_used_at INTEGER
) STRICT;
INSERT INTO listed_tokens (token_hash, user_id, scopes, label, created_at)
  SELECT token_hash, user_id, scopes, label, created_at FROM tokens ORDER BY created_at;
DROP TABLE tokens;
ALTER TABLE listed_tokens RENAME TO tokens;
CREATE INDEX tokens_by_user ON tokens (user_id);

CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  user_id INTEGER,
  email TEXT,
  address TEXT,
  project_id INTEGER,
  about TEXT,
  detail TEXT
) STRICT;
CREATE INDEX audit_by_time ON audit (at);
CREATE INDEX audit_by_project ON audit (project_id) WHERE project_id IS NOT NULL;
CREATE INDEX audit_sign_ins ON audit (user_id, at) WHERE kind = 'sign-in';
`;
