import type { UserId } from "#server/domain/ids.ts";
import type { Scope } from "#server/domain/people/person.ts";

/** API tokens. Storage keeps the SHA-256 of each (`tokenHash`), never the token. */
export interface TokenStore {
  create(token: NewToken): Promise<StoredToken>;
  /** In whatever state: who asks judges whether it has ended. */
  find(tokenHash: string): Promise<StoredToken | undefined>;
  /** Newest first. */
  list(userId: UserId): Promise<StoredToken[]>;
  /** It was used; the caller decides how often that is worth writing down. */
  touch(id: number, at: number): Promise<void>;
  /** Undefined when the user has no such token. */
  remove(userId: UserId, id: number): Promise<StoredToken | undefined>;
  /** All of the user's, which are returned. */
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
