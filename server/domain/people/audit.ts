import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { User, Viewer } from "./person.ts";

/** An actor: permissions, and origin of the request. */
export type Doer = { viewer: Viewer; asker: Asker };

/**
 * Security-relevant actions in the audit log: each with a sentence that starts with the actor and
 * ends with the target (`about`).
 */
export const auditKinds = {
  "sign-in": "signed in",
  "sign-in-failed": "failed to sign in as",
  "sign-out": "signed out",
  "session-ended": "ended a session of",
  "password-changed": "changed the password of",
  "reset-asked": "requested a password reset for",
  "totp-on": "turned on the authenticator app for",
  "totp-off": "turned off the authenticator app for",
  "recovery-codes-made": "created recovery codes for",
  "recovery-code-used": "used a recovery code for",
  "passkey-added": "added a passkey for",
  "passkey-removed": "removed a passkey from",
  "account-changed": "changed the account of",
  "account-linked": "linked single sign-on to",
  invited: "invited",
  "invitation-accepted": "accepted the invitation for",
  "invitation-revoked": "revoked the invitation for",
  "user-made": "created an account for",
  "role-changed": "changed the role of",
  "user-disabled": "disabled the account of",
  "user-enabled": "enabled the account of",
  "user-deleted": "deleted the account of",
  "member-added": "added a member:",
  "member-changed": "changed the role of",
  "member-removed": "removed a member:",
  "member-left": "left the project",
  "token-made": "created an API token:",
  "token-revoked": "revoked an API token:",
  "key-made": "created a client key:",
  "key-changed": "changed a client key:",
  "key-revoked": "revoked a client key:",
  "alert-made": "created an alert rule:",
  "alert-changed": "changed an alert rule:",
  "alert-removed": "deleted an alert rule:",
  "upload-removed": "removed uploaded files:",
  "settings-changed": "changed settings:",
  "share-made": "created a share link for",
  "share-revoked": "revoked a share link for",
  "issues-deleted": "deleted issues:",
  "discard-lifted": "restored",
  "project-made": "created a project:",
  "project-deleted": "deleted a project:",
} as const satisfies Record<string, string>;

export type AuditKind = keyof typeof auditKinds;

export type AuditEntry = {
  /** Milliseconds since 1970. */
  at: number;
  kind: AuditKind;
  /**
   * The actor, with the email address at that time, which outlives the account. Absent: no account.
   */
  by?: { id: UserId; email: string };
  /** The client's address, according to trusted proxies. Absent: the command line on the server. */
  address?: string;
  projectId?: ProjectId;
  /** The target: an email address, the label of a token or key, a slug. */
  about?: string;
  /** Additional information: `viewer → admin`. */
  detail?: string;
};

/** The actor and address. `{}` is the command line. */
export type Asker = { user?: Pick<User, "id" | "email">; address?: string };

/** Retention of entries (same as rollups). */
export const auditKeptDays = 400;
