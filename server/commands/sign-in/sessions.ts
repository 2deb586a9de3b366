import { dayMs } from "#server/domain/time.ts";
import { addressBlock } from "#server/domain/people/address-block.ts";
import type { Client } from "#server/domain/people/client.ts";
import type { User, Viewer } from "#server/domain/people/person.ts";
import type { Store } from "#server/storage/store.ts";
import { audit } from "#server/commands/audit.ts";
import { areTwoRequired } from "./factors.ts";
import type { Source } from "./hashing-lane.ts";
import { hashSecret, makeSecret } from "./secrets.ts";

/**
 * The token goes into the cookie `spoor_session` and nowhere else; `device` into `spoor_device`,
 * when it is a new one.
 */
export type NewSession = {
  token: string;
  user: User;
  expiresAt: number;
  device?: { token: string; expiresAt: number };
};

const sessionMs = 30 * dayMs;
const deviceMs = 400 * dayMs;
/** When a session was last seen is written down this often, not at each page. */
const touchAfterMs = 10 * 60_000;
const longestUserAgent = 300;

type Deps = { store: Store; now: () => number };

/**
 * A session of its own for each sign-in and each change of what one may do: a token that a person
 * planted or saw before is worth nothing afterwards. The one the request came with ends.
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
 * Where an attempt to sign in comes from: a browser in which this user has signed in before, else
 * the place on the network. So anyone who tries passwords from the owner's own address does not
 * make the owner's browser wait.
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

/** From now on the cookie and its copies are invalid. */
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

/** Who a session cookie stands for. `address`: where it is used from now. */
export async function viewerOfSession(
  { store, now }: Deps,
  sessionToken: string,
  address?: string,
): Promise<Viewer | undefined> {
  const tokenHash = hashSecret(sessionToken);
  const [holder, twoAreRequired] = await Promise.all([
    store.sessions.holder(tokenHash, now()),
    areTwoRequired(store),
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

/** A new session for who has one: what it proved when it was opened it proves still. */
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
