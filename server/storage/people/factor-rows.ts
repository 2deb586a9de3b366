import type { UserId } from "#server/domain/ids.ts";
import type { Scope } from "#server/domain/people/person.ts";
import type { Identity, Passkey, PasskeyAlgorithm } from "./factor-store.ts";
import type { StoredToken } from "./token-store.ts";

export type PasskeyRow = {
  id: number;
  credential_id: string;
  user_id: number;
  name: string;
  public_key: string;
  algorithm: PasskeyAlgorithm;
  counter: number;
  created_at: number;
  last_used_at: number | null;
};

export const passkeyColumns =
  "id, credential_id, user_id, name, public_key, algorithm, counter, created_at, last_used_at";

export const passkeyOf = (row: PasskeyRow): Passkey => ({
  id: row.id,
  credentialId: row.credential_id,
  userId: row.user_id as UserId,
  name: row.name,
  publicKey: row.public_key,
  algorithm: row.algorithm,
  counter: row.counter,
  createdAt: row.created_at,
  ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
});

export type IdentityRow = {
  issuer: string;
  subject: string;
  user_id: number;
  email: string;
  linked_at: number;
};

export const identityColumns = "issuer, subject, user_id, email, linked_at";

export const identityOf = ({
  issuer,
  subject,
  user_id,
  email,
  linked_at,
}: IdentityRow): Identity => ({
  issuer,
  subject,
  email,
  userId: user_id as UserId,
  linkedAt: linked_at,
});

export type TokenRow = {
  id: number;
  token_hash: string;
  user_id: number;
  scopes: string;
  label: string;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
};

export const tokenColumns =
  "id, token_hash, user_id, scopes, label, created_at, expires_at, last_used_at";

export const tokenOf = (row: TokenRow): StoredToken => ({
  id: row.id,
  tokenHash: row.token_hash,
  userId: row.user_id as UserId,
  scopes: JSON.parse(row.scopes) as Scope[],
  label: row.label,
  createdAt: row.created_at,
  ...(row.expires_at !== null && { expiresAt: row.expires_at }),
  ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
});
