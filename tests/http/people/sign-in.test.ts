import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOwner, owner } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn, visit } from "#tests/harness/visitor.ts";

let spoor: Spoor;

beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
});
afterAll(() => spoor.remove());

const ada = { email: "ada@example.com", password: "a dozen letters or more" };

async function makeUser(who: { email: string; password: string }): Promise<void> {
  await spoor.run(
    "user",
    "create",
    "--email",
    who.email,
    "--password",
    who.password,
    "--name",
    "Ada",
  );
}

describe("sign-in responses", () => {
  test("are the same for an unknown address and a wrong password", async () => {
    const wrong = await visit(spoor.url).post("/login", {
      email: owner.email,
      password: "not the password",
    });
    const unknown = await visit(spoor.url).post("/login", {
      email: "eve@example.com",
      password: "not the password",
    });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.main).toContain("Wrong email or password");
    expect(unknown.main.replace("eve@example.com", owner.email)).toBe(wrong.main);
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  test("take the same time for an unknown address and a wrong password", async () => {
    const took = { known: [] as number[], unknown: [] as number[] };
    // A retry would find the accounts of the first try.
    const name = randomUUID();
    for (let attempt = 0; attempt < 15; attempt++) {
      // A new account name each time avoids throttling.
      const known = `${name}-${attempt}@example.com`;
      if (attempt % 8 === 0) await makeUser({ ...ada, email: known });
      const email = `${name}-${attempt - (attempt % 8)}@example.com`;
      took.known.push(await timeOf(email));
      took.unknown.push(await timeOf(`nobody${attempt}@example.com`));
    }
    const [known, unknown] = [median(took.known), median(took.unknown)];
    // A hash takes at least 25 ms; a response without one would be ten times as fast.
    expect(unknown / known).toBeGreaterThan(0.6);
    expect(unknown / known).toBeLessThan(1.7);
  });

  async function timeOf(email: string): Promise<number> {
    const from = performance.now();
    expect(
      (await visit(spoor.url).post("/login", { email, password: "not the password" })).status,
    ).toBe(401);
    return performance.now() - from;
  }
  const median = (values: number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
});

describe("sessions", () => {
  beforeAll(() => makeUser(ada));

  test("sign-in never reuses an existing token, and ends its session", async () => {
    const planted = "A".repeat(43);
    const visitor = visit(spoor.url);
    visitor.cookies.set("spoor_session", planted);
    await visitor.post("/login", ada);
    const first = visitor.cookies.get("spoor_session")!;
    expect(first).not.toBe(planted);
    await visitor.post("/login", ada);
    expect(visitor.cookies.get("spoor_session")).not.toBe(first);
    expect((await asHolderOf(first)).status).toBe(303);
  });

  test("a stolen cookie is invalid after sign-out", async () => {
    const visitor = await signIn(spoor.url, ada);
    const stolen = visitor.cookies.get("spoor_session")!;
    expect((await asHolderOf(stolen)).status).toBe(200);
    await visitor.post("/logout", {});
    expect((await asHolderOf(stolen)).location).toContain("/login");
    expect(visitor.cookies.has("spoor_session")).toBe(false);
  });

  test("sessions are listed by device and can be ended one by one or together", async () => {
    const here = await signIn(spoor.url, ada);
    const phone = visit(spoor.url);
    const userAgent =
      "Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36";
    await phone.post("/login", ada, { "user-agent": userAgent });
    const { text, main } = await here.get("/account/sessions");
    expect(text).not.toContain(phone.cookies.get("spoor_session")!);
    const row = main.split("<tr").find((each) => each.includes("Chrome on Android"))!;
    const id = /value="([0-9a-f]{16})"/.exec(row)![1]!;
    await here.post("/account/sessions", { session: id });
    expect((await phone.get("/account")).status).toBe(303);

    const other = await signIn(spoor.url, ada);
    await here.post("/account/sessions", { intent: "end-others" });
    expect((await other.get("/account")).status).toBe(303);
    expect((await here.get("/account")).status).toBe(200);
  });

  test("another account's session cannot be ended", async () => {
    const mine = await signIn(spoor.url, ada);
    const theirs = await signIn(spoor.url, owner);
    const list = (await theirs.get("/account/sessions")).text;
    const ids = list.match(/value="[0-9a-f]{16}"/g) ?? [];
    for (const each of ids) await mine.post("/account/sessions", { session: each.slice(7, -1) });
    await mine.post("/account/sessions", { session: "" });
    expect((await theirs.get("/account")).status).toBe(200);
  });

  const asHolderOf = (token: string) =>
    visit(spoor.url).get("/account", { cookie: `spoor_session=${token}` });
});

describe("passwords", () => {
  const ben = { email: "ben@example.com", password: "the first of passwords" };
  const next = "the second of passwords";
  beforeAll(() => makeUser(ben));

  test("a change asks for the current one", async () => {
    const visitor = await signIn(spoor.url, ben);
    const wrong = await visitor.post("/account/password", {
      present: "not this one at all",
      password: next,
    });
    expect(wrong.status).toBe(403);
    expect(wrong.text).toContain("The current password is wrong.");
    for (const password of ["short", ben.email.padEnd(12), "x".repeat(1001)]) {
      const answer = await visitor.post("/account/password", { present: ben.password, password });
      expect([password.length, answer.status]).toEqual([password.length, 422]);
      expect(answer.text).not.toContain(ben.password);
    }
  });

  test("a change renews the session and ends the others if requested", async () => {
    const [here, there] = [await signIn(spoor.url, ben), await signIn(spoor.url, ben)];
    const before = here.cookies.get("spoor_session")!;
    const form = { present: ben.password, password: next };
    expect((await here.post("/account/password", form)).location).toBe("/account/password?changed");
    expect((await there.get("/account")).status).toBe(200);
    expect(here.cookies.get("spoor_session")).not.toBe(before);
    expect(
      (await visit(spoor.url).get("/account", { cookie: `spoor_session=${before}` })).status,
    ).toBe(303);

    await here.post("/account/password", {
      present: next,
      password: ben.password,
      endOthers: "yes",
    });
    expect((await there.get("/account")).status).toBe(303);
    expect((await here.get("/account")).status).toBe(200);
    expect((await visit(spoor.url).post("/login", { ...ben, password: next })).status).toBe(401);
  });
});

describe("API tokens after a password change", () => {
  const cleo = { email: "cleo@example.com", password: "the first of passwords" };
  const next = "the second of passwords";
  beforeAll(() => makeUser(cleo));

  const makeTokens = async (count: number) => {
    const words = ["token", "create", "--user", cleo.email, "--scopes", "project:read"];
    for (let made = 0; made < count; made++) await spoor.run(...words);
  };
  const countOf = (page: string) =>
    Number(/Revoke (\d+) API tokens? of this account/.exec(page)?.[1] ?? 0);
  const isChecked = (page: string) =>
    /<input[^>]*name="revokeTokens"[^>]*>/.exec(page)![0].includes("checked");

  test("are revoked only if requested", async () => {
    const visitor = await signIn(spoor.url, cleo);
    expect((await visitor.get("/account/password")).main).not.toContain("revokeTokens");
    await makeTokens(2);
    const { main } = await visitor.get("/account/password");
    expect([countOf(main), isChecked(main)]).toEqual([2, false]);
    await visitor.post("/account/password", { present: cleo.password, password: next });
    expect(countOf((await visitor.get("/account/password")).main)).toBe(2);
    await visitor.post("/account/password", {
      present: next,
      password: cleo.password,
      revokeTokens: "yes",
    });
    expect(countOf((await visitor.get("/account/password")).main)).toBe(0);
  });

  test("are offered for revocation after a reset", async () => {
    await makeTokens(1);
    const { url } = await spoor.run("user", "reset", "--email", cleo.email);
    const { pathname } = new URL(String(url));
    const visitor = visit(spoor.url);
    const { main } = await visitor.get(pathname);
    expect([countOf(main), isChecked(main)]).toEqual([1, true]);
    expect((await visitor.post(pathname, { password: next, revokeTokens: "yes" })).location).toBe(
      "/login?reset",
    );
    const again = await signIn(spoor.url, { ...cleo, password: next });
    expect(countOf((await again.get("/account/password")).main)).toBe(0);
  });
});

test("`next` redirects to this instance only", async () => {
  const hosts = [
    "//evil.example/",
    "https://evil.example/",
    "/\\evil.example",
    "/%09/evil.example",
    "javascript:alert(1)",
  ];
  for (const next of hosts) {
    const answer = await visit(spoor.url).post(`/login?${new URLSearchParams({ next })}`, owner);
    const to = new URL(answer.location!, spoor.url);
    expect([next, to.origin]).toEqual([next, spoor.url]);
  }
});

test("an API token opens no account page", async () => {
  const { token } = await spoor.run(
    "token",
    "create",
    "--user",
    owner.email,
    "--scopes",
    "org:admin",
  );
  const headers = { authorization: `Bearer ${String(token)}` };
  for (const path of ["/account", "/account/password", "/account/sessions"])
    expect([path, (await visit(spoor.url).get(path, headers)).status]).toEqual([path, 403]);
});
