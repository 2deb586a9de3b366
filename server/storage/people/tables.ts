import {
  id,
  inPostgres,
  inSqlite,
  int,
  strict,
  text,
  withoutRowid,
} from "#server/storage/column-types.ts";
import { sql } from "#server/storage/sql.ts";
import type { Tables } from "#server/storage/table.ts";

export const peopleTables: Tables = {
  users: {
    rows: "with the account",
    make: sql`
CREATE TABLE users (
  id ${id},
  email ${text} NOT NULL,
  email_key ${text} NOT NULL UNIQUE,
  name ${text} NOT NULL,
  role ${text} NOT NULL,
  password_hash ${text} NOT NULL,
  created_at ${int} NOT NULL,
  disabled_at ${int}
)${strict};
${inSqlite("CREATE INDEX users_by_name ON users (name COLLATE NOCASE, id);")}
${inPostgres(`CREATE INDEX users_by_name ON users (lower(name), id);`)}
${inSqlite(`CREATE TRIGGER user_leaves BEFORE DELETE ON users BEGIN
  UPDATE activities SET former = 1 WHERE user_id = old.id;
END;`)}`,
  },
  memberships: {
    rows: "until removed, or with their project",
    make: sql`
CREATE TABLE memberships (
  user_id ${int} NOT NULL REFERENCES users ON DELETE CASCADE,
  project_id ${int} NOT NULL REFERENCES projects ON DELETE CASCADE,
  role ${text} NOT NULL,
  PRIMARY KEY (user_id, project_id)
)${withoutRowid};
CREATE INDEX memberships_by_project ON memberships (project_id);`,
  },
  /** `second_factor` is 1 if the sign-in used two factors. */
  sessions: {
    rows: "until they expire (`jobs/expire`)",
    make: sql`
CREATE TABLE sessions (
  token_hash ${text} PRIMARY KEY,
  user_id ${int} NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at ${int} NOT NULL,
  expires_at ${int} NOT NULL,
  last_seen_at ${int} NOT NULL DEFAULT 0,
  address ${text} NOT NULL DEFAULT '',
  user_agent ${text} NOT NULL DEFAULT '',
  second_factor ${int} NOT NULL DEFAULT 0
)${withoutRowid};
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);`,
  },
  tokens: {
    rows: "with the account",
    make: sql`
CREATE TABLE tokens (
  id ${id},
  token_hash ${text} NOT NULL UNIQUE,
  user_id ${int} NOT NULL REFERENCES users ON DELETE CASCADE,
  scopes ${text} NOT NULL,
  label ${text} NOT NULL,
  created_at ${int} NOT NULL,
  expires_at ${int},
  last_used_at ${int}
)${strict};
CREATE INDEX tokens_by_user ON tokens (user_id);`,
  },
  devices: {
    rows: "until they expire (`jobs/expire`)",
    make: sql`
CREATE TABLE devices (
  token_hash ${text} PRIMARY KEY,
  user_id ${int} NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at ${int} NOT NULL
)${withoutRowid};
CREATE INDEX devices_by_user ON devices (user_id);
CREATE INDEX devices_by_expiry ON devices (expires_at);`,
  },
  /** `key` is a hash, because people type passwords into the email field. */
  throttles: {
    rows: "until they expire (`jobs/expire`)",
    make: sql`
CREATE TABLE throttles (
  key ${text} PRIMARY KEY,
  failures ${int} NOT NULL,
  since ${int} NOT NULL,
  until ${int} NOT NULL,
  forget_at ${int} NOT NULL
)${withoutRowid};
CREATE INDEX throttles_by_end ON throttles (forget_at);`,
  },
  invitations: {
    rows: "until they expire (`jobs/expire`)",
    make: sql`
CREATE TABLE invitations (
  id ${id},
  token_hash ${text} NOT NULL UNIQUE,
  email ${text} NOT NULL,
  email_key ${text} NOT NULL,
  project_id ${int} REFERENCES projects ON DELETE CASCADE,
  role ${text} NOT NULL,
  invited_by ${int} REFERENCES users ON DELETE SET NULL,
  created_at ${int} NOT NULL,
  expires_at ${int} NOT NULL,
  accepted_at ${int},
  revoked_at ${int}
)${strict};
CREATE INDEX invitations_by_email ON invitations (email_key);
CREATE INDEX invitations_by_project ON invitations (project_id);
CREATE INDEX invitations_by_inviter ON invitations (invited_by) WHERE invited_by IS NOT NULL;
CREATE INDEX invitations_by_expiry ON invitations (expires_at);
${inPostgres(`CREATE UNIQUE INDEX invitations_pending ON invitations (email_key, coalesce(project_id, 0)) WHERE accepted_at IS NULL AND revoked_at IS NULL;`)}`,
  },
  resets: {
    rows: "until they expire (`jobs/expire`)",
    make: sql`
CREATE TABLE resets (
  token_hash ${text} PRIMARY KEY,
  user_id ${int} NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at ${int} NOT NULL,
  expires_at ${int} NOT NULL
)${withoutRowid};
CREATE INDEX resets_by_user ON resets (user_id);
CREATE INDEX resets_by_expiry ON resets (expires_at);`,
  },
  /** `secret` is encrypted with the key next to the database. */
  totp: {
    rows: "with the account",
    make: sql`
CREATE TABLE totp (
  user_id ${int} PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret ${text} NOT NULL,
  last_step ${int} NOT NULL,
  created_at ${int} NOT NULL
)${strict};`,
  },
  recovery_codes: {
    rows: "with the account",
    make: sql`
CREATE TABLE recovery_codes (
  user_id ${int} NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash ${text} NOT NULL,
  PRIMARY KEY (user_id, code_hash)
)${withoutRowid};`,
  },
  passkeys: {
    rows: "with the account",
    make: sql`
CREATE TABLE passkeys (
  id ${id},
  credential_id ${text} NOT NULL UNIQUE,
  user_id ${int} NOT NULL REFERENCES users ON DELETE CASCADE,
  name ${text} NOT NULL,
  public_key ${text} NOT NULL,
  algorithm ${text} NOT NULL,
  counter ${int} NOT NULL,
  created_at ${int} NOT NULL,
  last_used_at ${int}
)${strict};
CREATE INDEX passkeys_by_user ON passkeys (user_id);`,
  },
  identities: {
    rows: "with the account",
    make: sql`
CREATE TABLE identities (
  issuer ${text} NOT NULL,
  subject ${text} NOT NULL,
  user_id ${int} NOT NULL REFERENCES users ON DELETE CASCADE,
  email ${text} NOT NULL,
  linked_at ${int} NOT NULL,
  PRIMARY KEY (issuer, subject),
  UNIQUE (user_id, issuer)
)${withoutRowid};`,
  },
  /** Single-use tokens that have been used. */
  spent: {
    rows: "until they expire (`jobs/expire`)",
    make: sql`
CREATE TABLE spent (
  hash ${text} PRIMARY KEY,
  expires_at ${int} NOT NULL
)${withoutRowid};
CREATE INDEX spent_by_expiry ON spent (expires_at);`,
  },
  /** Entries reference no account or project, and outlive both. */
  audit: {
    rows: "400 days (`jobs/evictions`)",
    make: sql`
CREATE TABLE audit (
  id ${id},
  at ${int} NOT NULL,
  kind ${text} NOT NULL,
  user_id ${int},
  email ${text},
  address ${text},
  project_id ${int},
  about ${text},
  detail ${text}
)${strict};
CREATE INDEX audit_by_time ON audit (at);
CREATE INDEX audit_by_project ON audit (project_id) WHERE project_id IS NOT NULL;
CREATE INDEX audit_sign_ins ON audit (user_id, at) WHERE kind = 'sign-in';`,
  },
};
