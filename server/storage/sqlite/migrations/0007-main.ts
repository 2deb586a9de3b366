/**
 * What proves people besides a password: codes from an app, codes for emergencies, passkeys, accounts of another service.
 * `totp.secret` is sealed with the key that lies beside this file. `spent` names what was sealed for one use and has had it.
 * `sessions.second_factor` is 1 where the sign-in was by two factors.
 */
export const main0007 = `
ALTER TABLE sessions ADD COLUMN second_factor INTEGER NOT NULL DEFAULT 0;

CREATE TABLE totp (
  user_id INTEGER PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret TEXT NOT NULL,
  last_step INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE recovery_codes (
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash TEXT NOT NULL,
  PRIMARY KEY (user_id, code_hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE passkeys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  credential_id TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  name TEXT NOT NULL,
  public_key TEXT NOT NULL,
  algorithm TEXT NOT NULL,
  counter INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;
CREATE INDEX passkeys_by_user ON passkeys (user_id);

CREATE TABLE identities (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  email TEXT NOT NULL,
  linked_at INTEGER NOT NULL,
  PRIMARY KEY (issuer, subject),
  UNIQUE (user_id, issuer)
) STRICT, WITHOUT ROWID;

CREATE TABLE spent (
  hash TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX spent_by_expiry ON spent (expires_at);
`;
