import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { Invitation, Offer } from "#server/domain/people/invitation.ts";
import type { Membership, User } from "#server/domain/people/person.ts";
import type { ThrottleState } from "#server/domain/people/throttle.ts";
import type { NewUser } from "./people-store.ts";
import type { Page } from "#server/storage/store.ts";

/**
 * Sessions, links, and failed attempts. Secrets are stored only as SHA-256 (`tokenHash`), so a
 * stolen database grants no access. Rows expired at `now` are ignored.
 */
export interface SessionStore {
  create(session: StoredSession): Promise<void>;
  find(tokenHash: string, now: number): Promise<StoredSession | undefined>;
  /** The same with its user: every page needs it, in one round trip. */
  holder(tokenHash: string, now: number): Promise<SessionHolder | undefined>;
  /** Most recently seen first. */
  list(userId: UserId, now: number): Promise<StoredSession[]>;
  /** Records a use. */
  touch(
    tokenHash: string,
    seen: Pick<StoredSession, "lastSeenAt" | "expiresAt" | "address">,
  ): Promise<void>;
  remove(tokenHash: string): Promise<void>;
  /**
   * Deletes sessions of one user: the one whose hash starts with `id`, or all but the one with this
   * hash. Returns the number.
   */
  removeOf(userId: UserId, which: { id: string } | { allBut: string | undefined }): Promise<number>;
  removeExpired(now: number): Promise<number>;
}

export type StoredSession = {
  tokenHash: string;
  userId: UserId;
  createdAt: number;
  expiresAt: number;
  lastSeenAt: number;
  /** At the last use, according to trusted proxies. */
  address: string;
  userAgent: string;
  /** The sign-in used two factors. */
  secondFactor?: true;
};

export type SessionHolder = { session: StoredSession; user: User; memberships: Membership[] };

/** Browsers in which a user has signed in before. */
export interface DeviceStore {
  add(device: StoredDevice): Promise<void>;
  find(tokenHash: string, now: number): Promise<StoredDevice | undefined>;
  removeExpired(now: number): Promise<number>;
}

type StoredDevice = { tokenHash: string; userId: UserId; expiresAt: number };

export interface ThrottleStore {
  get(key: string): Promise<ThrottleState | undefined>;
  /**
   * Reads, calls `decide` for the new value (undefined: unchanged), and writes, in one transaction.
   * Returns the decision.
   */
  change(
    key: string,
    decide: (before: ThrottleState | undefined) => ThrottleState | undefined,
  ): Promise<ThrottleState | undefined>;
  clear(key: string): Promise<void>;
  removeForgotten(now: number): Promise<number>;
}

export interface InvitationStore {
  /** Replaces a pending invitation for the same address and project (or the instance). */
  create(invitation: NewInvitation): Promise<Invitation>;
  /** In any state. */
  find(tokenHash: string): Promise<Invitation | undefined>;
  byId(id: number): Promise<Invitation | undefined>;
  /**
   * Pending invitations for an email address (case-insensitive), oldest first, each with what
   * `accept` needs.
   */
  pendingFor(email: string, now: number): Promise<{ invitation: Invitation; tokenHash: string }[]>;
  /** All, or those of a project; newest first. */
  list(filter: {
    projectId?: ProjectId;
    cursor?: string;
    limit: number;
  }): Promise<Page<Invitation>>;
  /** "gone" if it was no longer pending. */
  revoke(id: number, now: number): Promise<"revoked" | "gone">;
  /**
   * Marks it accepted, creates the account if requested, and grants the role, in one transaction,
   * so that only one of two concurrent callers succeeds. A higher role is kept. "gone": not pending
   * at `now`. "taken": the email address has an account.
   */
  accept(tokenHash: string, by: Accepting, now: number): Promise<User | "gone" | "taken">;
  /** Deletes invitations that ended before. */
  removeEnded(before: number): Promise<number>;
}

export type NewInvitation = {
  tokenHash: string;
  email: string;
  offer: Offer;
  invitedBy: UserId;
  createdAt: number;
  expiresAt: number;
};

export type Accepting = { newUser: NewUser } | { userId: UserId };

/** Password reset links. */
export interface ResetStore {
  /** False, and nothing is stored, if `atMost` of this user's links are valid at `createdAt`. */
  create(reset: StoredReset, atMost?: number): Promise<boolean>;
  find(tokenHash: string, now: number): Promise<StoredReset | undefined>;
  /**
   * Sets the password, ends all of the user's sessions, and deletes all other links, in one
   * transaction. "gone": used by a concurrent request, or expired.
   */
  use(tokenHash: string, passwordHash: string, now: number): Promise<UserId | "gone">;
  removeExpired(now: number): Promise<number>;
}

type StoredReset = { tokenHash: string; userId: UserId; createdAt: number; expiresAt: number };
