import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { Invitation, Offer } from "#server/domain/people/invitation.ts";
import type { Membership, User } from "#server/domain/people/person.ts";
import type { ThrottleState } from "#server/domain/people/throttle.ts";
import type { NewUser } from "./people-store.ts";
import type { Page } from "#server/storage/store.ts";

/**
 * How people come in: sessions, links that were sent, attempts that failed. Whatever opens
 * something is kept as its SHA-256 alone (`tokenHash`): a stolen database opens nothing. What has
 * expired at `now` does not exist.
 */
export interface SessionStore {
  create(session: StoredSession): Promise<void>;
  find(tokenHash: string, now: number): Promise<StoredSession | undefined>;
  /** The same with whose it is: every page asks, and this is one round trip to a database. */
  holder(tokenHash: string, now: number): Promise<SessionHolder | undefined>;
  /** Most recently seen first. */
  list(userId: UserId, now: number): Promise<StoredSession[]>;
  /** It was used just now. */
  touch(
    tokenHash: string,
    seen: Pick<StoredSession, "lastSeenAt" | "expiresAt" | "address">,
  ): Promise<void>;
  remove(tokenHash: string): Promise<void>;
  /**
   * Those of one user: the one whose hash begins with `id`, or all but the one with this hash.
   * Returns how many.
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
  /** Of the last time it was seen, as far as trusted proxies say. */
  address: string;
  userAgent: string;
  /** The sign-in was by two factors. */
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
   * Reads, lets `decide` say what it becomes (undefined: it stays) and writes, in one transaction.
   * Returns what it decided.
   */
  change(
    key: string,
    decide: (before: ThrottleState | undefined) => ThrottleState | undefined,
  ): Promise<ThrottleState | undefined>;
  clear(key: string): Promise<void>;
  removeForgotten(now: number): Promise<number>;
}

export interface InvitationStore {
  /**
   * Takes the place of what is pending for the same address and the same project (or the instance).
   */
  create(invitation: NewInvitation): Promise<Invitation>;
  /** In whatever state. */
  find(tokenHash: string): Promise<Invitation | undefined>;
  byId(id: number): Promise<Invitation | undefined>;
  /**
   * Those pending for an email address, compared without case, the oldest first; each with what
   * `accept` takes.
   */
  pendingFor(email: string, now: number): Promise<{ invitation: Invitation; tokenHash: string }[]>;
  /** All, or those of a project; newest first. */
  list(filter: {
    projectId?: ProjectId;
    cursor?: string;
    limit: number;
  }): Promise<Page<Invitation>>;
  /** "gone" when it was not pending any more. */
  revoke(id: number, now: number): Promise<"revoked" | "gone">;
  /**
   * Marks it accepted, makes the account where that is asked for, and gives the role: all in one
   * transaction, so that of two who accept at once one comes in. A role that is already higher
   * stays. "gone": it is not pending at `now`; "taken": the new account's email address has one.
   */
  accept(tokenHash: string, by: Accepting, now: number): Promise<User | "gone" | "taken">;
  /** Those that ended before. */
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

/** Links to set a new password. */
export interface ResetStore {
  /** False, and nothing is stored: `atMost` of this user's links work at `createdAt` already. */
  create(reset: StoredReset, atMost?: number): Promise<boolean>;
  find(tokenHash: string, now: number): Promise<StoredReset | undefined>;
  /**
   * Sets the password, ends all of the user's sessions and every other such link, in one
   * transaction. "gone": another was faster, or it has expired.
   */
  use(tokenHash: string, passwordHash: string, now: number): Promise<UserId | "gone">;
  removeExpired(now: number): Promise<number>;
}

type StoredReset = { tokenHash: string; userId: UserId; createdAt: number; expiresAt: number };
