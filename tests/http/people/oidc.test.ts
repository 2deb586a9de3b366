import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setUpCodes } from "#tests/harness/people/authenticator.ts";
import { freePort } from "#tests/harness/free-port.ts";
import {
  type IdentityProvider,
  type Known,
  startIdentityProvider,
} from "#tests/harness/servers/identity-provider.ts";
import { makeOwner, makeProject, owner } from "#tests/harness/project.ts";
import { openStoreOf } from "#tests/harness/store-of.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn, visit, type Visitor } from "#tests/harness/visitor.ts";

// Uses a real provider like a browser: follows redirects by hand and keeps cookies per site.

let [spoor, open] = [] as unknown as [Spoor, Spoor];
let service: IdentityProvider;
let mira: Visitor;

beforeAll(async () => {
  // URLs must be known before start-up, as the provider has to know its clients.
  const [one, two] = [await freePort(), await freePort()];
  service = await startIdentityProvider([one, two].map((port) => `http://127.0.0.1:${port}`));
  const environment = { ...service.environment, OTEL_SDK_DISABLED: "true" };
  spoor = await startSpoor({ environment: { ...environment, PORT: String(one) } });
  const creating = { SPOOR_OIDC_CREATE_USERS: "yes", SPOOR_OIDC_ALLOWED_DOMAINS: "example.org" };
  open = await startSpoor({ environment: { ...environment, ...creating, PORT: String(two) } });
  await makeOwner(spoor);
  await makeProject(spoor, "shop");
  mira = await signIn(spoor.url, owner);
});
afterAll(async () => {
  await spoor.remove();
  await open.remove();
  await service.close();
});

const password = "a dozen letters or more";
let people = 0;

async function newUser(): Promise<string> {
  const email = `user${++people}@example.com`;
  await spoor.run("user", "create", "--email", email, "--password", password);
  return email;
}

const vouched = (email: string, more: Partial<Known> = {}): Known => ({
  sub: `subject of ${email}`,
  email,
  email_verified: true,
  name: "Ada Example",
  ...more,
});

/** Goes from the sign-in page to the provider's redirect. */
async function comeBack(
  visitor: Visitor,
  who: Known,
  next = "",
  change = (url: string) => url,
): Promise<string> {
  service.present = who;
  const begun = await visitor.get(`/login/oidc${next}`);
  expect([begun.status, begun.location?.startsWith(`${service.issuer}/`)]).toEqual([303, true]);
  return service.pass(change(begun.location!));
}

async function come(who: Known, { at = spoor, next = "" } = {}) {
  const visitor = visit(at.url);
  const answer = await visitor.get(await comeBack(visitor, who, next));
  return { visitor, answer, location: answer.location };
}

const refused = (code: string) => `/login?refused=${code}`;

describe("admitted accounts", () => {
  test("the sign-in button appears, finds the verified address, and keeps the path", async () => {
    expect((await visit(spoor.url).get("/login?next=/shop")).main).toMatch(
      /<a [^>]*href="\/login\/oidc\?next=%2Fshop"[^>]*>Sign in with Example Login<\/a>/,
    );
    const email = await newUser();
    const { visitor, location } = await come(vouched(email.toUpperCase()), {
      next: "?next=/account/sessions?x=1",
    });
    expect(location).toBe("/account/sessions?x=1");
    expect((await visitor.get("/account")).main).toContain(email);
    const log = (await mira.get(`/settings/audit?person=${email}`)).main;
    expect(log).toContain("linked single sign-on to");
    expect(log).toContain("with Example Login");
    expect(visitor.cookies.has("spoor_step")).toBe(false);
  });

  test("later sign-ins use the subject, whatever the address", async () => {
    const email = await newUser();
    const who = vouched(email);
    await come(who);
    for (const changed of [
      { email: "else@example.com" },
      { email_verified: false },
      { email: undefined },
    ]) {
      const { visitor } = await come({ ...who, ...changed });
      expect((await visitor.get("/account")).main).toContain(email);
    }
  });

  test("each sign-in creates a session and ends the browser's previous one", async () => {
    const email = await newUser();
    const visitor = await signIn(spoor.url, { email, password });
    const before = visitor.cookies.get("spoor_session")!;
    const back = visit(spoor.url);
    back.cookies.set("spoor_session", "planted");
    await back.get(await comeBack(back, vouched(email)));
    expect(back.cookies.get("spoor_session")).not.toBe("planted");
    expect(back.cookies.get("spoor_session")).not.toBe(before);
    expect((await visitor.get("/account")).status).toBe(200);
  });

  test("an open invitation creates the account with its roles", async () => {
    const email = "invited@example.com";
    await mira.post("/shop/settings/invitations", { intent: "invite", email, role: "developer" });
    await mira.post("/settings/invitations", { intent: "invite", email, role: "owner" });
    const { visitor, location } = await come(vouched(email));
    expect(location).toBe("/");
    expect((await visitor.get("/account")).main).toContain("Ada Example");
    expect((await visitor.get("/settings/users")).status).toBe(200);
    expect((await mira.get("/shop/settings/members")).main).toContain(email);
    expect((await visit(spoor.url).post("/login", { email, password: "" })).status).toBe(422);
    expect((await visit(spoor.url).post("/login", { email, password: "$" })).status).toBe(401);
  });

  test("an allowed domain creates accounts for its addresses only", async () => {
    const { visitor, location } = await come(vouched("new@example.org"), { at: open });
    expect(location).toBe("/");
    expect((await visitor.get("/account")).main).toContain("new@example.org");
    for (const email of ["new@example.com", "new@sub.example.org"])
      expect((await come(vouched(email), { at: open })).location).toBe(refused("domain"));
    expect(
      (await come(vouched("late@example.org", { email_verified: "false" }), { at: open })).location,
    ).toBe(refused("unverified"));
  });

  test("without a password, an authenticator app is set up after sign-in", async () => {
    const { visitor } = await come(vouched("codes@example.org"), { at: open });
    expect((await visitor.get("/account/two-factor")).main).not.toContain("Current password");
    expect((await setUpCodes(visitor, "")).recoveryCodes).toHaveLength(10);
  });
});

describe("refused sign-ins", () => {
  test.each([
    ["unverified", async () => vouched(await newUser(), { email_verified: false })],
    ["unverified", async () => ({ sub: "without an address" })],
    ["unknown", async () => vouched("nobody@example.com")],
    [
      "disabled",
      async () => {
        const email = await newUser();
        await come(vouched(email));
        await disable(email);
        return vouched(email);
      },
    ],
    [
      "disabled",
      async () => {
        const email = await newUser();
        await disable(email);
        return vouched(email);
      },
    ],
    [
      "other-account",
      async () => {
        const email = await newUser();
        await come(vouched(email));
        return vouched(email, { sub: "somebody who got the address later" });
      },
    ],
  ])("%s", async (code, who) => {
    const { visitor, location } = await come(await who());
    expect(location).toBe(refused(code));
    expect(visitor.cookies.has("spoor_session")).toBe(false);
    expect((await visitor.get(location!)).main).toMatch(/role="alert">[A-Z][^<]{20,}</);
  });

  async function disable(email: string): Promise<void> {
    const { text } = await mira.get(`/settings/users?query=${email}`);
    const user = /name="user" value="(\d+)"/.exec(text)![1]!;
    expect((await mira.post("/settings/users", { intent: "disable", user })).status).toBe(303);
  }

  test("a response with another state, from another browser, or repeated", async () => {
    const who = vouched(await newUser());
    const visitor = visit(spoor.url);
    const changed = (await comeBack(visitor, who)).replace(/state=[^&]+/, "state=another");
    expect((await visitor.get(changed)).location).toBe(refused("stale"));
    const callback = await comeBack(visitor, who);
    expect((await visit(spoor.url).get(callback)).location).toBe(refused("stale"));
    const copy = visit(spoor.url);
    for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
    expect((await visitor.get(callback)).location).toBe("/");
    expect((await copy.get(callback)).location).toBe(refused("stale"));
    expect(copy.cookies.has("spoor_session")).toBe(false);
  });

  test("a token with another nonce, a code with another verifier, a canceled sign-in", async () => {
    const who = vouched(await newUser());
    const visitor = visit(spoor.url);
    const swapped = await comeBack(visitor, who, "", (url) =>
      url.replace(/nonce=[^&]+/, "nonce=another"),
    );
    expect((await visitor.get(swapped)).location).toBe(refused("invalid"));
    const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
    const other = await comeBack(visitor, who, "", (url) =>
      url.replace(/code_challenge=[^&]+/, `code_challenge=${challenge}`),
    );
    expect((await visitor.get(other)).location).toBe(refused("stale"));
    const stopped = (await comeBack(visitor, who)).replace(/code=[^&]+/, "error=access_denied");
    expect((await visitor.get(stopped)).location).toBe(refused("denied"));
    expect(visitor.cookies.has("spoor_session")).toBe(false);
  });

  test("redirects stay within this instance", async () => {
    for (const next of [
      "https://evil.example/",
      "//evil.example/",
      "/\\evil.example",
      "javascript:alert(1)",
    ]) {
      const { location } = await come(vouched(owner.email), {
        next: `?${new URLSearchParams({ next })}`,
      });
      expect([next, location]).toEqual([next, "/"]);
    }
    const { main } = await visit(spoor.url).get("/login?refused=<b>evil</b>");
    expect(main.replace(/action="[^"]*"/, "")).not.toContain("evil");
  });
});

describe("a failing provider", () => {
  test("shows a message on the sign-in page, and a later attempt works", async () => {
    const email = await newUser();
    const visitor = visit(spoor.url);
    const callback = await comeBack(visitor, vouched(email), "?next=/shop");
    service.isDown = true;
    const failed = await visitor.get(callback);
    expect(failed.location).toBe(`${refused("unreachable")}&next=%2Fshop`);
    expect((await visitor.get(failed.location!)).main).toContain(
      "Example Login isn&#x27;t responding correctly",
    );
    const restarted = await startSpoor({
      environment: { ...service.environment, OTEL_SDK_DISABLED: "true" },
    });
    expect((await visit(restarted.url).get("/login/oidc")).location).toBe(refused("unreachable"));
    service.isDown = false;
    expect((await visit(restarted.url).get("/login/oidc")).location).toContain(service.issuer);
    await restarted.remove();
    expect((await come(vouched(email))).location).toBe("/");
  });

  test("inside the network or without TLS is refused unless allowed", async () => {
    const { SPOOR_ALLOW_PRIVATE, ...environment } = service.environment;
    await expect(startSpoor({ environment })).rejects.toThrow(
      /SPOOR_OIDC_ISSUER is .* SPOOR_ALLOW_PRIVATE/,
    );
    expect(SPOOR_ALLOW_PRIVATE).toBeDefined();
    const inside = await startSpoor({
      environment: { ...environment, SPOOR_OIDC_ISSUER: service.issuer.replace("http:", "https:") },
    });
    expect((await visit(inside.url).get("/login/oidc")).location).toBe(refused("unreachable"));
    await inside.remove();
  });
});

describe("two-factor authentication", () => {
  test("an account's authenticator app is asked for even after the provider's 2FA", async () => {
    const email = await newUser();
    await setUpCodes(await signIn(spoor.url, { email, password }), password);
    for (const amr of [[], ["pwd"], ["pwd", "otp"], ["mfa"]]) {
      const { visitor, location } = await come(vouched(email, { amr }));
      expect(location).toBe("/login/code");
      expect(visitor.cookies.has("spoor_session")).toBe(false);
    }
  });

  test("an account's passkey is asked for too", async () => {
    const email = await newUser();
    const store = await openStoreOf(spoor);
    const { id: userId } = (await store.people.byEmail(email))!;
    const key = { credentialId: "c", publicKey: "k", algorithm: "ES256" as const, counter: 0 };
    await store.passkeys.add({ ...key, name: "Laptop", userId, createdAt: Date.now() });
    await store.close();
    const { visitor, location } = await come(vouched(email, { amr: ["mfa"] }));
    expect(location).toBe(refused("second-factor"));
    expect(visitor.cookies.has("spoor_session")).toBe(false);
    expect((await visitor.get(location!)).main).toContain("Your account is protected by a passkey");
  });

  test("required 2FA accepts two factors of the provider or asks for own ones", async () => {
    const email = await newUser();
    const { recoveryCodes } = await setUpCodes(
      await signIn(spoor.url, { email, password }),
      password,
    );
    const own = await setUpCodes(mira, owner.password);
    await mira.post("/settings/authentication", { intent: "rules", required: "yes" });
    expect((await come(vouched(await newUser(), { amr: ["pwd", "otp"] }))).location).toBe("/");
    const { visitor, location } = await come(vouched(email, { amr: ["pwd"] }), {
      next: "?next=/account",
    });
    expect(location).toBe("/login/code?next=%2Faccount");
    expect((await visitor.post(location!, { code: recoveryCodes[0]! })).location).toBe("/account");
    const without = await come(vouched(await newUser()));
    expect((await without.visitor.get("/")).location).toBe("/account/two-factor");
    await mira.post("/settings/authentication", { intent: "rules" });
    await mira.post("/account/two-factor?off", {
      intent: "off",
      present: owner.password,
      code: own.recoveryCodes[0]!,
    });
  });

  test("owners see the configuration without the secret", async () => {
    const { main, text } = await mira.get("/settings/authentication");
    for (const said of ["Example Login", service.issuer, `${spoor.url}/login/oidc/callback`])
      expect(main).toContain(said);
    expect(text).not.toContain(service.environment.SPOOR_OIDC_CLIENT_SECRET);
  });
});
