import * as v from "valibot";
import { nameField } from "#server/domain/form/fields.ts";
import { dayMs } from "#server/domain/time.ts";
import type { Asker, Doer } from "#server/domain/people/audit.ts";
import { type Scope, scopes, type User, type Viewer } from "#server/domain/people/person.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { Store } from "#server/storage/store.ts";
import { audit } from "#server/commands/audit.ts";
import { parse } from "#server/commands/parse.ts";
import { hashSecret, makeSecret } from "#server/commands/sign-in/secrets.ts";

export type TokenForm = {
  label: string;
  scopes: Scope[];
  /** Days until expiration; absent: never expires. */ days?: number;
};

type MadeToken = { id: number; token: string; expiresAt?: number };

type Deps = { store: Store; now: () => number };

/** The last use of a token is recorded at most this often. */
const touchAfterMs = 3_600_000;

const schema = v.object({
  label: nameField,
  scopes: v.pipe(v.array(v.picklist(scopes)), v.minLength(1, "Select at least one.")),
  days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3_650))),
});

/**
 * For the caller. The token is shown only once. "invalid" for scopes that the user's role never
 * allows.
 */
export function makeOwnToken(
  deps: Deps,
  { viewer, asker }: Doer,
  form: TokenForm,
): Promise<MadeToken | Problem> {
  return makeToken(deps, viewer.user, asker, form);
}

/** For the command line, which identifies users by email address. */
export async function makeTokenFor(
  deps: Deps,
  { email, ...form }: TokenForm & { email: string },
): Promise<MadeToken | Problem> {
  const user = await deps.store.people.byEmail(email.trim());
  if (!user) return { problem: "not-found", detail: `User ${email} not found.` };
  return makeToken(deps, user, {}, form);
}

/** Only the token's hash is stored. */
async function makeToken(
  deps: Deps,
  user: User,
  asker: Asker,
  form: TokenForm,
): Promise<MadeToken | Problem> {
  const fields = parse(schema, form);
  if (isProblem(fields)) return fields;
  if (fields.scopes.includes("org:admin") && user.role !== "owner") return beyondItsOwner;
  const token = `spoor_${makeSecret()}`;
  const createdAt = deps.now();
  const expiresAt = fields.days === undefined ? {} : { expiresAt: createdAt + fields.days * dayMs };
  const { label, scopes: granted } = fields;
  const stored = await deps.store.tokens.create({
    tokenHash: hashSecret(token),
    userId: user.id,
    scopes: granted,
    label,
    createdAt,
    ...expiresAt,
  });
  const detail = asker.user ? granted.join(" ") : `${granted.join(" ")}, for ${user.email}`;
  await audit(deps, asker, { kind: "token-made", about: label, detail });
  return { id: stored.id, token, ...expiresAt };
}

export async function revokeToken(
  deps: Deps,
  { viewer, asker }: Doer,
  id: number,
): Promise<Problem | undefined> {
  const token = await deps.store.tokens.remove(viewer.user.id, id);
  if (!token) return { problem: "not-found", detail: "API token not found." };
  await audit(deps, asker, { kind: "token-revoked", about: token.label });
  return undefined;
}

/**
 * A changed password often means that other credentials are compromised, too. Each revocation is
 * recorded in the audit log.
 */
export async function revokeAllTokens(
  deps: Deps,
  { id, email }: User,
  asker: Asker,
): Promise<void> {
  for (const { label } of await deps.store.tokens.removeAll(id))
    await audit(deps, asker, {
      kind: "token-revoked",
      about: label,
      detail: `with the password of ${email}`,
    });
}

/** A token's permissions are its scopes, limited by its owner's current permissions. */
export async function viewerOfToken(
  { store, now }: Deps,
  apiToken: string,
): Promise<Viewer | undefined> {
  const token = await store.tokens.find(hashSecret(apiToken));
  if (!token || (token.expiresAt !== undefined && token.expiresAt <= now())) return undefined;
  const user = await store.people.byId(token.userId);
  if (!user || user.disabledAt !== undefined) return undefined;
  if (now() - (token.lastUsedAt ?? 0) >= touchAfterMs) await store.tokens.touch(token.id, now());
  const granted: Scope[] = token.scopes;
  return { user, memberships: await store.people.memberships(user.id), scopes: granted };
}

const beyondItsOwner: Problem = {
  problem: "invalid",
  detail:
    "A token can't have more rights than its owner. org:admin is for owners of this instance.",
  causes: [
    "scopes: A token can't have more rights than its owner. org:admin is for owners of this instance.",
  ],
};
