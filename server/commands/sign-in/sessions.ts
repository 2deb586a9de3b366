import { dayMs } from "#server/domain/time.ts";
import { addressBlock } from "#server/domain/people/address-block.ts";
import type { Client } from "#server/domain/people/client.ts";
import type { User, Viewer } from "#server/domain/people/person.ts";
import type { Store } from "#server/storage/store.ts";
import { audit } from "#server/commands/audit.ts";
import { isTwoFactorRequired } from "./factors.ts";
import type { Source } from "./hashing-lane.ts";
import { hashSecret, makeSecret } from "./secrets.ts";

/**
 * The token is only stored in the cookie `spoor_session`; `device` in `spoor_device`, if it is new.
 */
export type NewSession = {
  token: string;
  user: User;
  expiresAt: number;
  device?: { token: string; expiresAt: number };
};

const sessionMs = 30 * dayMs;
const deviceMs = 400 * dayMs;
/** A session's last-seen time is recorded at most this often. */
const touchAfterMs = 10 * 60_000;
const longestUserAgent = 300;

type Deps = { store: Store; now: () => number };

/**
 * Creates a new session for each sign-in and each change of authentication, so that a token planted
 * or seen before becomes useless. Ends the request's previous session.
 */
export async function openSession(
  deps: Deps,
  user: User,
  client: Client,
  { secondFactor = false }: { secondFactor?: boolean } = {},
): Promise<NewSession> {
  const { store, now } = deps;
  const token = makeSecret();
  const [createdAt, expiresAt] = [now(), now() + sessionMs];
  if (client.sessionToken !== undefined)
    await store.sessions.remove(hashSecret(client.sessionToken));
  await store.sessions.create({
    tokenHash: hashSecret(token),
    userId: user.id,
    createdAt,
    expiresAt,
    lastSeenAt: createdAt,
    address: client.address,
    userAgent: client.userAgent.slice(0, longestUserAgent),
    ...(secondFactor && { secondFactor }),
  });
  const { id, email, name, role } = user;
  const device = (await isKnown(deps, client, user)) ? undefined : await rememberDevice(deps, user);
  return {
    token,
    expiresAt,
    user: { id, email, name, role, createdAt: user.createdAt },
    ...(device && { device }),
  };
}

/**
 * Source of a sign-in attempt: a device known to this user, otherwise the network address. An
 * attacker at the owner's address thus can't lock out the owner's browser.
 */
export async function sourceOf(
  deps: Deps,
  client: Client,
  user: User | undefined,
): Promise<Source> {
  if (user && (await isKnown(deps, client, user)))
    return { name: hashSecret(client.deviceToken!), known: true };
  return { name: addressBlock(client.address), known: false };
}

async function isKnown(
  { store, now }: Deps,
  { deviceToken }: Client,
  user: User,
): Promise<boolean> {
  if (deviceToken === undefined) return false;
  const device = await store.devices.find(hashSecret(deviceToken), now());
  return device?.userId === user.id;
}

async function rememberDevice(
  { store, now }: Deps,
  user: User,
): Promise<NonNullable<NewSession["device"]>> {
  const token = makeSecret();
  const expiresAt = now() + deviceMs;
  await store.devices.add({ tokenHash: hashSecret(token), userId: user.id, expiresAt });
  return { token, expiresAt };
}

/** Invalidates the cookie and all copies. */
export async function signOut(
  deps: Deps,
  sessionToken: string,
  { address }: Client,
): Promise<void> {
  const { store, now } = deps;
  const tokenHash = hashSecret(sessionToken);
  const session = await store.sessions.find(tokenHash, now());
  const user = session && (await store.people.byId(session.userId));
  await store.sessions.remove(tokenHash);
  if (user) await audit(deps, { user, address }, { kind: "sign-out" });
}

/** The viewer of a session cookie. `address`: where it is currently used. */
export async function viewerOfSession(
  { store, now }: Deps,
  sessionToken: string,
  address?: string,
): Promise<Viewer | undefined> {
  const tokenHash = hashSecret(sessionToken);
  const [holder, twoAreRequired] = await Promise.all([
    store.sessions.holder(tokenHash, now()),
    isTwoFactorRequired(store),
  ]);
  if (!holder) return undefined;
  const { session, user, memberships } = holder;
  if (now() - session.lastSeenAt >= touchAfterMs) {
    const seen = {
      lastSeenAt: now(),
      expiresAt: now() + sessionMs,
      address: address ?? session.address,
    };
    await store.sessions.touch(tokenHash, seen);
  }
  if (user.disabledAt !== undefined) return undefined;
  const needsSecondFactor = !session.secondFactor && twoAreRequired;
  return { user, memberships, ...(needsSecondFactor && { needsSecondFactor }) };
}

/** A new session with the same verified factors as the current one. */
export async function renewSession(deps: Deps, user: User, client: Client): Promise<NewSession> {
  const { sessionToken } = client;
  const before =
    sessionToken === undefined
      ? undefined
      : await deps.store.sessions.find(hashSecret(sessionToken), deps.now());
  return openSession(deps, user, client, {
    secondFactor: before?.userId === user.id && before.secondFactor === true,
  });
}
