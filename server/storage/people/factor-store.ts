import type { UserId } from "#server/domain/ids.ts";

/** What proves people besides a password (`store.ts` is the whole). */

/** Codes from an app, and those for when the app is lost. */
export interface TotpStore {
  find(userId: UserId): Promise<StoredTotp | undefined>;
  /** With its recovery codes, in one transaction. "present" when it is on already. */
  switchOn(userId: UserId, totp: StoredTotp, codeHashes: string[]): Promise<"on" | "present">;
  /** Its recovery codes go too. Returns whether it was on. */
  switchOff(userId: UserId): Promise<boolean>;
  /**
   * Remembers the step of a code that was right. False when a code of that step or a later one was
   * taken before.
   */
  takeStep(userId: UserId, step: number): Promise<boolean>;
  /** Removes the code and says whether it was there: of two who send it at once one comes in. */
  takeRecoveryCode(userId: UserId, codeHash: string): Promise<boolean>;
  countRecoveryCodes(userId: UserId): Promise<number>;
  /** Takes the place of all earlier ones. */
  replaceRecoveryCodes(userId: UserId, codeHashes: string[]): Promise<void>;
}

type StoredTotp = {
  /** Sealed: storage cannot read it. */
  secret: string;
  /** The newest step that a code was taken of. */
  lastStep: number;
  createdAt: number;
};

export interface PasskeyStore {
  /** Most recently made first. */
  list(userId: UserId): Promise<Passkey[]>;
  find(credentialId: string): Promise<Passkey | undefined>;
  /** "present" when a person has registered it. */
  add(passkey: NewPasskey): Promise<"added" | "present">;
  /** The passkey as it was; undefined when this user has no such one. */
  remove(userId: UserId, id: number): Promise<Passkey | undefined>;
  removeAll(userId: UserId): Promise<number>;
  /**
   * Notes a use. False when the counter did not grow since the last one: a person has a copy.
   * Authenticators without a counter always say 0.
   */
  use(id: number, used: { counter: number; at: number }): Promise<boolean>;
}

export type NewPasskey = {
  credentialId: string;
  userId: UserId;
  name: string;
  /** SubjectPublicKeyInfo, base64url. */
  publicKey: string;
  algorithm: PasskeyAlgorithm;
  counter: number;
  createdAt: number;
};
export type Passkey = NewPasskey & { id: number; lastUsedAt?: number };
export type PasskeyAlgorithm = "ES256" | "RS256";

/** Accounts of another service that people sign in with. */
export interface IdentityStore {
  find(issuer: string, subject: string): Promise<Identity | undefined>;
  list(userId: UserId): Promise<Identity[]>;
  /** "taken" when the identity is linked already, or the user to another one of the same issuer. */
  link(identity: Identity): Promise<"linked" | "taken">;
}

export type Identity = {
  issuer: string;
  subject: string;
  userId: UserId;
  /** As the service said when it was linked. */
  email: string;
  linkedAt: number;
};

/** What was handed out sealed, for one use, and has had it. */
export interface UsedTokenStore {
  /** False when it was used before. */
  markUsed(hash: string, expiresAt: number): Promise<boolean>;
  removeExpired(now: number): Promise<number>;
}
