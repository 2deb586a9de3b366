import type { UserId } from "#server/domain/ids.ts";

/** Factors besides the password (part of `store.ts`). */

/** Authenticator apps and recovery codes. */
export interface TotpStore {
  find(userId: UserId): Promise<StoredTotp | undefined>;
  /** Stores it with its recovery codes, in one transaction. "present" if it is already on. */
  switchOn(userId: UserId, totp: StoredTotp, codeHashes: string[]): Promise<"on" | "present">;
  /** Also deletes its recovery codes. Returns whether it was on. */
  switchOff(userId: UserId): Promise<boolean>;
  /**
   * Records the step of a correct code. False if a code of that step or a later one was used
   * before.
   */
  takeStep(userId: UserId, step: number): Promise<boolean>;
  /**
   * Deletes the code and returns whether it existed, so that only one of two concurrent requests
   * succeeds.
   */
  takeRecoveryCode(userId: UserId, codeHash: string): Promise<boolean>;
  countRecoveryCodes(userId: UserId): Promise<number>;
  /** Replaces all earlier ones. */
  replaceRecoveryCodes(userId: UserId, codeHashes: string[]): Promise<void>;
}

type StoredTotp = {
  /** Encrypted: storage can't read it. */
  secret: string;
  /** The newest step with a used code. */
  lastStep: number;
  createdAt: number;
};

export interface PasskeyStore {
  /** Most recently created first. */
  list(userId: UserId): Promise<Passkey[]>;
  find(credentialId: string): Promise<Passkey | undefined>;
  /** "present" if it is registered already. */
  add(passkey: NewPasskey): Promise<"added" | "present">;
  /** The deleted passkey; undefined if this user has none with this ID. */
  remove(userId: UserId, id: number): Promise<Passkey | undefined>;
  removeAll(userId: UserId): Promise<number>;
  /**
   * Records a use. False if the counter did not increase: the passkey may have been copied.
   * Authenticators without a counter always send 0.
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

/** Identities at single sign-on providers. */
export interface IdentityStore {
  find(issuer: string, subject: string): Promise<Identity | undefined>;
  list(userId: UserId): Promise<Identity[]>;
  /**
   * "taken" if the identity is already linked, or the user is linked to another one of the same
   * issuer.
   */
  link(identity: Identity): Promise<"linked" | "taken">;
}

export type Identity = {
  issuer: string;
  subject: string;
  userId: UserId;
  /** As reported by the provider when it was linked. */
  email: string;
  linkedAt: number;
};

/** Encrypted single-use tokens that have been used. */
export interface UsedTokenStore {
  /** False if it was used before. */
  markUsed(hash: string, expiresAt: number): Promise<boolean>;
  removeExpired(now: number): Promise<number>;
}
