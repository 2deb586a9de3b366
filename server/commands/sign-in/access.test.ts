import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Client } from "#server/domain/people/client.ts";
import type { User } from "#server/domain/people/person.ts";
import { isProblem } from "#server/domain/problem.ts";
import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import type { Store } from "#server/storage/store.ts";
import { type Commands, createCommands } from "#server/commands/commands.ts";
import { createSeal } from "./seal.ts";
import { makeUser } from "#server/commands/people/people.ts";

const [minuteMs, dayMs] = [60_000, 24 * 3_600_000];
const ada = { email: "ada@example.com", name: "Ada", password: "a dozen letters or more" };
const client: Client = { address: "203.0.113.9", userAgent: "test" };

let [folder, now] = ["", 0];
let store: Store;
let commands: Commands;
let user: User;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "spoor-"));
  now = Date.UTC(2026, 10, 21);
  store = await openSqliteStore(folder);
  commands = createCommands({
    store,
    now: () => now,
    inBackground: () => {},
    seal: createSeal(new Uint8Array(32)),
    makeId: () => "id",
    send: async () => {
      throw new Error("nothing is sent");
    },
    targetsOf: async () => [],
    nameOf: () => ({ type: "", value: "", culprit: "" }),
    mailer: { sendMail: async () => ({ sent: true }), facts: () => ({ configured: false }) },
  });
  user = (await makeUser({ store, now: () => now }, { ...ada, owner: true })) as User;
});

afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

async function signedIn(from = client): Promise<string> {
  const outcome = await commands.signIn(ada, from);
  if (isProblem(outcome) || outcome.step !== "signed-in") throw new Error("not signed in");
  return outcome.session.token;
}

const guess = () => commands.signIn({ ...ada, password: "not the password" }, client);

test("the delay grows with each failure, and a right password resets it", async () => {
  for (let attempt = 0; attempt < 10; attempt++)
    expect(await guess()).toMatchObject({ problem: "unauthenticated" });
  expect(await guess()).toMatchObject({ problem: "limited", retryAfterS: 30 });
  now += 30_000;
  expect(await guess()).toMatchObject({ problem: "unauthenticated" });
  expect(await guess()).toMatchObject({ retryAfterS: 60 });
  now += minuteMs;
  await signedIn();
  expect(await guess()).toMatchObject({ problem: "unauthenticated" });
});

test("a session is extended by use and ends after thirty days", async () => {
  const token = await signedIn();
  for (let day = 0; day < 60; day += 20) {
    now += 20 * dayMs;
    expect(await commands.viewerOfSession(token, "198.51.100.7")).toMatchObject({
      user: { id: user.id },
    });
  }
  expect(await commands.listSessions(user, token)).toMatchObject([
    { address: "198.51.100.7", lastSeenAt: now, isThis: true },
  ]);
  now += 30 * dayMs;
  expect(await commands.viewerOfSession(token)).toBeUndefined();
});

test("a disabled account cannot sign in and gets an unknown account's message", async () => {
  const token = await signedIn();
  const { token: reset } = (await commands.makeResetLink(user.id, {}))!;
  await makeUser({ store, now: () => now }, { ...ada, email: "bo@example.com", owner: true });
  await store.accounts.change(user.id, { kind: "disable", at: now }, () => undefined);
  expect(await commands.viewerOfSession(token)).toBeUndefined();
  expect(await commands.resetFor(reset)).toBeUndefined();
  const stranger = await commands.signIn(
    { email: "nobody@example.com", password: ada.password },
    client,
  );
  expect(await commands.signIn(ada, client)).toEqual(stranger);
});

test("links expire: an invitation after seven days, a reset after one", async () => {
  const viewer = { user, memberships: [] };
  const offer = { kind: "instance", role: "member" } as const;
  const made = await commands.invite(viewer, { email: "bo@example.com", offer }, { client });
  if (isProblem(made)) throw new Error(made.detail);
  const { token } = (await commands.makeResetLink(user.id, {}))!;
  now += dayMs;
  expect(
    await commands.resetPassword(
      { token, password: "another dozen letters", revokeTokens: true },
      client,
    ),
  ).toMatchObject({
    problem: "not-found",
  });
  now += 6 * dayMs;
  expect(await commands.invitationFor(made.token)).toMatchObject({ state: "expired" });
  const by = { name: "Bo", password: ada.password };
  expect(await commands.acceptInvitation(made.token, by, client)).toMatchObject({
    problem: "not-found",
  });
});

test("a cheaper hash is renewed at the next sign-in", async () => {
  const { argon2Sync } = await import("node:crypto");
  const cheaper = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 };
  const nonce = Buffer.alloc(16, 7);
  const tag = argon2Sync("argon2id", { message: ada.password, nonce, ...cheaper });
  await store.people.setPassword(
    user.id,
    `argon2id$64$1$1$${nonce.toString("base64url")}$${tag.toString("base64url")}`,
  );
  await signedIn();
  expect((await store.people.byEmail(ada.email))!.passwordHash).toMatch(/^argon2id\$19456\$2\$1\$/);
  await signedIn();
});
