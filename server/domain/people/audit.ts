import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { User, Viewer } from "./person.ts";

/** Who does something: what they may do, and where they ask from. */
export type Doer = { viewer: Viewer; asker: Asker };

/**
 * Acts that bear on safety, as the audit log keeps them: each with the rest of a sentence that
 * begins with who did it and ends with whom or what it was done to (`about`).
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
  /** Who did it, by the email address at that time: it outlives the account. Absent: no account. */
  by?: { id: UserId; email: string };
  /**
   * Where the request came from, as far as trusted proxies say. Absent: the command line, beside
   * the server.
   */
  address?: string;
  projectId?: ProjectId;
  /** Whom or what: an email address, the label of a token or key, a slug. */
  about?: string;
  /** What is worth knowing besides: `viewer → admin`. */
  detail?: string;
};

/** Who asks for something and from where. `{}` is the command line. */
export type Asker = { user?: Pick<User, "id" | "email">; address?: string };

/** How long entries are kept (SPEC section 9 keeps rollups as long). */
export const auditKeptDays = 400;
