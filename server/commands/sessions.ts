import { dayMs } from "#server/domain/ledger.ts";
import type { User, Viewer } from "#server/domain/people/person.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { NewSession } from "#server/services.ts";
import type { Store } from "#server/storage/store.ts";
import { verifyNothing, verifyPassword } from "./passwords.ts";
import { hashSecret, makeSecret } from "./secrets.ts";

export const sessionMs = 30 * dayMs;
/** A sliding session is written down again at most once a day, not at each page. */
const extendBelowMs = sessionMs - dayMs;

type Parts = { store: Store; now: () => number };

/** One sentence for a wrong address and a wrong password: nobody learns which addresses exist. */
export async function signIn(
  { store, now }: Parts,
  form: { email: string; password: string },
): Promise<NewSession | Problem> {
  const user = await store.people.byEmail(form.email.trim());
  const right = await (user ? verifyPassword(form.password, user.passwordHash) : verifyNothing(form.password));
  if (!user || !right)
    return { problem: "unauthenticated", detail: "This mail address and password do not belong together." };
  return openSession({ store, now }, user);
}

export async function openSession({ store, now }: Parts, user: User): Promise<NewSession> {
  const token = makeSecret();
  const expiresAt = now() + sessionMs;
  await store.sessions.create({ tokenHash: hashSecret(token), userId: user.id, createdAt: now(), expiresAt });
  const { id, email, name, role, createdAt } = user;
  return { token, expiresAt, user: { id, email, name, role, createdAt } };
}

export async function signOut({ store }: Parts, sessionToken: string): Promise<void> {
  await store.sessions.remove(hashSecret(sessionToken));
}

export async function viewerOfSession({ store, now }: Parts, sessionToken: string): Promise<Viewer | undefined> {
  const tokenHash = hashSecret(sessionToken);
  const session = await store.sessions.find(tokenHash, now());
  if (!session) return undefined;
  if (session.expiresAt - now() < extendBelowMs) await store.sessions.extend(tokenHash, now() + sessionMs);
  return viewerOf(store, session.userId);
}

/** A token may do what its scopes say, and never more than its owner. */
export async function viewerOfToken({ store }: Parts, apiToken: string): Promise<Viewer | undefined> {
  const token = await store.tokens.find(hashSecret(apiToken));
  const viewer = token && (await viewerOf(store, token.userId));
  return viewer && { ...viewer, scopes: token.scopes };
}

async function viewerOf(store: Store, userId: User["id"]): Promise<Viewer | undefined> {
  const user = await store.people.byId(userId);
  return user && { user, memberships: await store.people.memberships(userId) };
}
