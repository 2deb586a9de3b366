import type { UserId } from "#server/domain/ids.ts";
import type { Asker, Doer } from "#server/domain/people/audit.ts";
import type { Client } from "#server/domain/people/client.ts";
import type { User } from "#server/domain/people/person.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Store } from "#server/storage/store.ts";
import type { AccessDeps } from "./access.ts";
import { audit } from "#server/commands/audit.ts";
import { hashSecret } from "./secrets.ts";

export type Factors = {
  totp?: { since: number; recoveryCodes: number };
  passkeys: { id: number; name: string; createdAt: number; lastUsedAt?: number }[];
  hasPassword: boolean;
  /** The instance requires two-factor authentication. */
  required: boolean;
  /** The current session has verified only one factor. */
  lacksSecond: boolean;
};

type SignInRules = { twoFactorsRequired: boolean; provider?: ProviderFacts };

/** The single sign-on configuration for display, without secrets. */
export type ProviderFacts = {
  name: string;
  issuer: string;
  clientId: string;
  allowedDomains: string[];
  createUsers: boolean;
};

type Deps = { store: Store; now: () => number };

const setting = "two-factors-required";

/** Whether the instance requires two-factor authentication. */
export async function isTwoFactorRequired({ settings }: Pick<Store, "settings">): Promise<boolean> {
  return (await settings.get(setting)) === "yes";
}

export async function signInRules({ store, provider }: AccessDeps): Promise<SignInRules> {
  const twoFactorsRequired = await isTwoFactorRequired(store);
  if (!provider) return { twoFactorsRequired };
  const { name, issuer, clientId, allowedDomains, createUsers } = provider.settings;
  return { twoFactorsRequired, provider: { name, issuer, clientId, allowedDomains, createUsers } };
}

/** "conflict" if the user has no second factor: requiring one would lock them out. */
export async function requireTwoFactors(
  deps: Deps,
  { viewer, asker }: Doer,
  required: boolean,
): Promise<Problem | undefined> {
  const { store } = deps;
  if (required === (await isTwoFactorRequired(store))) return undefined;
  if (required && !(await hasFactor(store, viewer.user.id))) return yourselfFirst;
  await (required ? store.settings.set(setting, "yes") : store.settings.remove(setting));
  const detail = required ? "required" : "optional";
  await audit(deps, asker, {
    kind: "settings-changed",
    about: "two-factor authentication",
    detail,
  });
  return undefined;
}

export async function factorsOf(deps: Deps, user: User, client: Client): Promise<Factors> {
  const { store } = deps;
  const [totp, recoveryCodes, passkeys, stored, required, hasProved] = await Promise.all([
    store.totp.find(user.id),
    store.totp.countRecoveryCodes(user.id),
    store.passkeys.list(user.id),
    store.people.byEmail(user.email),
    isTwoFactorRequired(store),
    hasProvedTwo(deps, client),
  ]);
  return {
    ...(totp && { totp: { since: totp.createdAt, recoveryCodes } }),
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt,
      lastUsedAt,
    })),
    hasPassword: Boolean(stored?.passwordHash),
    required,
    lacksSecond: !hasProved,
  };
}

/**
 * If two factors are required, a one-factor session may add the first second factor, but not
 * another one: otherwise a password alone would bypass it.
 */
export async function mayAddFactor(
  deps: Deps,
  user: User,
  client: Client,
): Promise<Problem | undefined> {
  if (!(await isTwoFactorRequired(deps.store)) || (await hasProvedTwo(deps, client)))
    return undefined;
  return (await hasFactor(deps.store, user.id)) ? signInByIt : undefined;
}

/** If two factors are required, the last second factor can't be removed. */
export async function mayRemoveFactor(
  { store }: Deps,
  { id }: User,
  which: "totp" | "passkey",
): Promise<Problem | undefined> {
  if (!(await isTwoFactorRequired(store))) return undefined;
  const [totp, passkeys] = [await store.totp.find(id), await store.passkeys.list(id)];
  const stays = which === "totp" ? passkeys.length > 0 : totp !== undefined || passkeys.length > 1;
  return stays ? undefined : lastOne;
}

/** Whether the user has a second factor. */
export async function hasFactor(store: Store, userId: UserId): Promise<boolean> {
  return (
    (await store.totp.find(userId)) !== undefined || (await store.passkeys.list(userId)).length > 0
  );
}

async function hasProvedTwo({ store, now }: Deps, { sessionToken }: Client): Promise<boolean> {
  const session =
    sessionToken === undefined
      ? undefined
      : await store.sessions.find(hashSecret(sessionToken), now());
  return session?.secondFactor === true;
}

/**
 * For users who lost their second factor: removes codes and passkeys, keeps the password. Ends all
 * sessions.
 */
export async function disableTwoFactor(
  deps: Deps,
  userId: UserId,
  asker: Asker,
): Promise<User | Problem> {
  const { store } = deps;
  const user = await store.people.byId(userId);
  if (!user) return { problem: "not-found", detail: "User not found." };
  const wasOn = await store.totp.switchOff(userId);
  const passkeys = await store.passkeys.removeAll(userId);
  await store.sessions.removeOf(userId, { allBut: undefined });
  if (wasOn) await audit(deps, asker, { kind: "totp-off", about: user.email });
  if (passkeys > 0)
    await audit(deps, asker, {
      kind: "passkey-removed",
      about: user.email,
      detail: `${passkeys} at once`,
    });
  return user;
}

const yourselfFirst: Problem = {
  problem: "conflict",
  detail:
    "Set up two-factor authentication for your own account first: an authenticator app or a passkey.",
};
const signInByIt: Problem = {
  problem: "forbidden",
  detail:
    "Your account has two-factor authentication. Sign out, then sign in with your second factor.",
};
const lastOne: Problem = {
  problem: "conflict",
  detail:
    "This instance requires 2FA, and this is your only second factor. Set up another one first.",
};
