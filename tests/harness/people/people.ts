import { createHash, randomBytes } from "node:crypto";
import type { ProjectId } from "#server/domain/ids.ts";
import {
  type InstanceRole,
  type ProjectRole,
  type Scope,
  scopes,
  type User,
} from "#server/domain/people/person.ts";
import type { Store } from "#server/storage/store.ts";
import type { Spoor } from "#tests/harness/spoor.ts";
import { openStoreOf } from "#tests/harness/store-of.ts";

/**
 * Every kind of caller: a user with a session, an owner's token with one scope, or a signed-out
 * visitor.
 */
export const askers = [
  "nobody",
  "stranger",
  "viewer",
  "developer",
  "admin",
  "owner",
  ...scopes.map((scope) => `token ${scope}` as const),
] as const;
export type AskerName = (typeof askers)[number];

export type People = {
  store: Store;
  users: Record<"stranger" | ProjectRole | "owner", User>;
  /** Request headers of that caller, with a new session each time that others cannot end. */
  headersOf(asker: AskerName): Promise<Record<string, string>>;
  session(user: User): Promise<Record<string, string>>;
  token(user: User, granted: Scope[]): Promise<Record<string, string>>;
  /** Restores every user's named role. */
  restore(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Creates a user per role in a project of a running server, without passwords, which are slow to
 * hash.
 */
export async function makePeople(
  spoor: Spoor,
  projectId: ProjectId,
  elsewhere: ProjectId,
): Promise<People> {
  const store = await openStoreOf(spoor);
  const users = {
    stranger: await makeUser(store, "stranger"),
    viewer: await makeUser(store, "viewer"),
    developer: await makeUser(store, "developer"),
    admin: await makeUser(store, "admin"),
    owner: await makeUser(store, "owner", "owner"),
  };
  const tokens = new Map<string, Record<string, string>>();
  for (const scope of scopes)
    tokens.set(`token ${scope}`, await makeToken(store, users.owner, [scope]));
  const restore = async () => {
    await store.people.setMembership(elsewhere, users.stranger.id, "admin");
    for (const role of ["viewer", "developer", "admin"] as const)
      await store.people.setMembership(projectId, users[role].id, role);
  };
  await restore();
  return {
    store,
    users,
    restore,
    headersOf: async (asker) =>
      asker === "nobody"
        ? {}
        : (tokens.get(asker) ?? makeSession(store, users[asker as keyof typeof users])),
    session: (user) => makeSession(store, user),
    token: (user, granted) => makeToken(store, user, granted),
    close: () => store.close(),
  };
}

async function makeUser(store: Store, name: string, role: InstanceRole = "member"): Promise<User> {
  const email = `${name}@people.example`;
  const made = await store.people.create({
    email,
    name,
    role,
    passwordHash: "$",
    createdAt: Date.now(),
  });
  if (made === "taken") throw new Error(`${email} is taken`);
  return made;
}

async function makeSession(store: Store, { id: userId }: User): Promise<Record<string, string>> {
  const token = randomBytes(16).toString("hex");
  const now = Date.now();
  const seen = {
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + 3_600_000,
    address: "",
    userAgent: "test",
  };
  await store.sessions.create({ tokenHash: sha256(token), userId, ...seen });
  return { cookie: `spoor_session=${token}` };
}

async function makeToken(
  store: Store,
  { id: userId }: User,
  granted: Scope[],
): Promise<Record<string, string>> {
  const token = `spoor_${randomBytes(16).toString("hex")}`;
  const label = granted.join(" ");
  await store.tokens.create({
    tokenHash: sha256(token),
    userId,
    scopes: granted,
    label,
    createdAt: Date.now(),
  });
  return { authorization: `Bearer ${token}` };
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
