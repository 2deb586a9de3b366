import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOwner, owner } from "#tests/harness/project.ts";
import {
  type Ceremony,
  type SoftwarePasskey,
  softwarePasskey,
} from "#tests/harness/people/software-passkey.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn, visit, type Visitor } from "#tests/harness/visitor.ts";

let spoor: Spoor;
let origin: string;
beforeAll(async () => {
  spoor = await startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } });
  // Passkeys need a host name.
  origin = spoor.url.replace("127.0.0.1", "localhost");
  await makeOwner(spoor);
});
afterAll(() => spoor.remove());

const password = "a dozen letters or more";
const place = () => ({ origin, rpId: "localhost" });
let people = 0;

async function newUser(): Promise<{ email: string; password: string }> {
  const email = `user${++people}@example.com`;
  await spoor.run("user", "create", "--email", email, "--password", password);
  return { email, password };
}

/** The options that the page passes to the browser. */
function challengeIn(text: string): string {
  const challenge = /challenge\W+([\w-]{43})/.exec(text)?.[1];
  if (!challenge) throw new Error(`There is no challenge:\n${text}`);
  return challenge;
}

async function register(
  visitor: Visitor,
  passkey: SoftwarePasskey,
  change: Partial<Ceremony> = {},
) {
  const begun = await visitor.post("/account/passkeys", {
    intent: "begin",
    name: "blue key",
    present: password,
  });
  const answer = passkey.made({ ...place(), challenge: challengeIn(begun.text), ...change });
  return visitor.post("/account/passkeys", { intent: "add", answer });
}

async function begin(): Promise<{ visitor: Visitor; challenge: string }> {
  const visitor = visit(origin);
  const { text } = await visitor.post("/login/passkey", { intent: "begin" });
  return { visitor, challenge: challengeIn(text) };
}

async function come(
  passkey: SoftwarePasskey,
  change: Partial<Parameters<SoftwarePasskey["used"]>[0]> = {},
  next = "",
) {
  const { visitor, challenge } = await begin();
  const answer = passkey.used({ ...place(), challenge, ...change });
  const came = await visitor.post(`/login/passkey${next}`, { intent: "finish", answer });
  return { visitor, answer, status: came.status, location: came.location };
}

/** A user with a registered passkey. */
async function newHolder() {
  const who = await newUser();
  const visitor = await signIn(origin, who);
  const passkey = softwarePasskey();
  expect((await register(visitor, passkey)).location).toBe("/account/passkeys?added");
  return { who, visitor, passkey };
}

test("registration asks for the password and a name and renews the session", async () => {
  const who = await newUser();
  const visitor = await signIn(origin, who);
  const begin = (form: object) =>
    visitor.post("/account/passkeys", { intent: "begin", name: "key", present: password, ...form });
  expect((await begin({ present: "not this one" })).status).toBe(403);
  expect((await begin({ name: " " })).status).toBe(422);
  const before = visitor.cookies.get("spoor_session");
  expect((await register(visitor, softwarePasskey())).status).toBe(303);
  expect(visitor.cookies.get("spoor_session")).not.toBe(before);
  const page = await visitor.get("/account/passkeys");
  expect(page.main).toMatch(/blue key[\s\S]*Never/);
});

test.each<[string, Partial<Ceremony>]>([
  ["another site", { origin: "https://evil.example", rpId: "evil.example" }],
  ["another port of the host", { origin: "http://localhost:1" }],
  ["another name of the host", { rpId: "127.0.0.1" }],
  ["a challenge of nobody", { challenge: "x".repeat(43) }],
  ["a device that was not unlocked", { isUnlocked: false }],
  ["an answer to another question", { type: "webauthn.get" }],
])("registration is refused for %s", async (_name, change) => {
  expect(
    (await register(await signIn(origin, await newUser()), softwarePasskey(), change)).status,
  ).toBe(422);
});

test("malformed input is refused, and a passkey belongs to one account", async () => {
  const { passkey, visitor } = await newHolder();
  expect((await register(visitor, passkey)).status).toBe(409);
  expect((await register(await signIn(origin, await newUser()), passkey)).status).toBe(409);
  const begun = await visitor.post("/account/passkeys", {
    intent: "begin",
    name: "key",
    present: password,
  });
  expect(begun.text).toContain(passkey.id);
  for (const answer of ["", "null", "{}", "[".repeat(1000), "x".repeat(100_000)]) {
    await visitor.post("/account/passkeys", { intent: "begin", name: "key", present: password });
    expect((await visitor.post("/account/passkeys", { intent: "add", answer })).status).toBe(422);
    const { visitor: stranger } = await begin();
    expect((await stranger.post("/login/passkey", { intent: "finish", answer })).status).toBe(401);
  }
});

test("sign-in redirects within this instance and records the last use", async () => {
  const { who, passkey } = await newHolder();
  const { visitor, location } = await come(passkey, {}, "?next=/account/passkeys");
  expect(location).toBe("/account/passkeys");
  expect((await visitor.get("/account")).main).toContain(who.email);
  expect((await visitor.get("/account/passkeys")).main).not.toContain("never");
  expect((await come(passkey, {}, "?next=//evil.example")).location).toBe("/");
  const mira = await signIn(origin, owner);
  expect((await mira.get(`/settings/audit?person=${who.email}`)).main).toContain(
    "with the passkey blue key",
  );
});

test.each<[string, Partial<Parameters<SoftwarePasskey["used"]>[0]>]>([
  ["another site", { origin: "https://evil.example", rpId: "evil.example" }],
  ["another port of the host", { origin: "http://localhost:1" }],
  ["a challenge of nobody", { challenge: "x".repeat(43) }],
  ["a device that was not unlocked", { isUnlocked: false }],
  ["an answer to another question", { type: "webauthn.create" }],
  ["somebody else’s name in it", { userHandle: Buffer.from("4711").toString("base64url") }],
])("sign-in is refused for %s", async (_name, change) => {
  const { passkey } = await newHolder();
  const { status, visitor } = await come(passkey, change);
  expect([status, visitor.cookies.has("spoor_session")]).toEqual([401, false]);
});

test("a challenge belongs to one browser and works once", async () => {
  const { passkey } = await newHolder();
  const { visitor, challenge } = await begin();
  const copy = visit(origin);
  copy.cookies.set("spoor_step", visitor.cookies.get("spoor_step")!);
  const answer = passkey.used({ ...place(), challenge });
  expect(
    (await (await begin()).visitor.post("/login/passkey", { intent: "finish", answer })).status,
  ).toBe(401);
  expect((await visit(origin).post("/login/passkey", { intent: "finish", answer })).status).toBe(
    409,
  );
  expect((await visitor.post("/login/passkey", { intent: "finish", answer })).status).toBe(303);
  expect((await copy.post("/login/passkey", { intent: "finish", answer })).status).toBe(409);
});

test("a counter that does not grow is refused as a copied key", async () => {
  const { passkey } = await newHolder();
  expect((await come(passkey, { counter: 5 })).status).toBe(303);
  for (const counter of [5, 4, 0])
    expect([counter, (await come(passkey, { counter })).status]).toEqual([counter, 401]);
  expect((await come(passkey, { counter: 6 })).status).toBe(303);
});

test("a removed passkey or one of a disabled account is refused", async () => {
  const { who, visitor, passkey } = await newHolder();
  const mira = await signIn(origin, owner);
  const user = /name="user" value="(\d+)"/.exec(
    (await mira.get(`/settings/users?query=${who.email}`)).text,
  )![1]!;
  await mira.post("/settings/users", { intent: "disable", user });
  expect((await come(passkey)).status).toBe(401);
  await mira.post("/settings/users", { intent: "enable", user });
  expect((await come(passkey)).status).toBe(303);
  const theirs = await signIn(origin, who);
  const id = /\?remove=(\d+)/.exec((await theirs.get("/account/passkeys")).main)![1]!;
  const remove = (by: Visitor, present: string) =>
    by.post(`/account/passkeys?remove=${id}`, { intent: "remove", passkey: id, present });
  expect((await remove(theirs, "not this one")).status).toBe(403);
  expect((await remove(await signIn(origin, await newUser()), password)).status).toBe(404);
  expect((await remove(theirs, password)).status).toBe(303);
  expect((await come(passkey)).status).toBe(401);
  expect((await visitor.get("/account")).status).toBe(303);
});

test("a passkey satisfies required 2FA, and a password alone does not", async () => {
  const { who, passkey } = await newHolder();
  const mira = await signIn(origin, owner);
  const own = softwarePasskey();
  const begun = await mira.post("/account/passkeys", {
    intent: "begin",
    name: "mine",
    present: owner.password,
  });
  await mira.post("/account/passkeys", {
    intent: "add",
    answer: own.made({ ...place(), challenge: challengeIn(begun.text) }),
  });
  const before = await signIn(origin, who);
  await mira.post("/settings/authentication", { intent: "rules", required: "yes" });
  const { visitor } = await come(passkey);
  expect((await visitor.get("/account")).status).toBe(200);
  expect((await visit(origin).post("/login", who)).status).toBe(403);
  expect(
    (await before.post("/account/two-factor", { intent: "begin", present: password })).status,
  ).toBe(403);
  const id = /\?remove=(\d+)/.exec((await visitor.get("/account/passkeys")).main)![1]!;
  const remove = { intent: "remove", passkey: id, present: password };
  expect((await visitor.post(`/account/passkeys?remove=${id}`, remove)).status).toBe(409);
  await spoor.run("user", "disable-two-factor", "--email", who.email);
  expect((await come(passkey)).status).toBe(401);
  expect((await (await signIn(origin, who)).get("/")).location).toBe("/account/two-factor");
  await mira.post("/settings/authentication", { intent: "rules" });
});
