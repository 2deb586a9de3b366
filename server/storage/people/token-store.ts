import type { UserId } from "#server/domain/ids.ts";
import type { Scope } from "#server/domain/people/person.ts";

/** API tokens. Storage keeps the SHA-256 of each (`tokenHash`), never the token. */
export interface TokenStore {
  create(token: NewToken): Promise<StoredToken>;
  /** In any state: the caller checks whether it has expired. */
  find(tokenHash: string): Promise<StoredToken | undefined>;
  /** Newest first. */
  list(userId: UserId): Promise<StoredToken[]>;
  /** Records a use; the caller limits how often. */
  touch(id: number, at: number): Promise<void>;
  /** Undefined if the user has no such token. */
  remove(userId: UserId, id: number): Promise<StoredToken | undefined>;
  /** Deletes and returns all of the user's tokens. */
  removeAll(userId: UserId): Promise<StoredToken[]>;
}

type NewToken = {
  tokenHash: string;
  userId: UserId;
  scopes: Scope[];
  label: string;
  createdAt: number;
  expiresAt?: number;
};

export type StoredToken = NewToken & { id: number; lastUsedAt?: number };
