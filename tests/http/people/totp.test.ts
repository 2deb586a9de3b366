import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  codesOf,
  offerIn,
  recoveryCodesIn,
  setUpCodes,
} from "#tests/harness/people/authenticator.ts";
import { makeOwner, owner } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn, visit, type Visitor } from "#tests/harness/visitor.ts";

let spoor: Spoor;
beforeAll(async () => {
  spoor = await startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } });
  await makeOwner(spoor);
});
afterAll(() => spoor.remove());

const password = "a dozen letters or more";
let people = 0;

async function newUser(): Promise<{ email: string; password: string }> {
  const email = `user${++people}@example.com`;
  await spoor.run("user", "create", "--email", email, "--password", password);
  return { email, password };
}

/** Signs in up to the code prompt. */
async function atSecondStep(who: { email: string; password: string }, next = ""): Promise<Visitor> {
  const visitor = visit(spoor.url);
  const answer = await visitor.post(`/login${next}`, who);
  expect([answer.status, answer.location?.split("?")[0]]).toEqual([303, "/login/code"]);
  expect(visitor.cookies.has("spoor_session")).toBe(false);
  return visitor;
}

/** A separate browser in the same state. */
function copyOf(visitor: Visitor): Visitor {
  const copy = visit(spoor.url);
  for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
  return copy;
}

const toBeginning = { status: 303, location: "/login?stale=" };
const isIn = async (visitor: Visitor) => (await visitor.get("/account")).status === 200;

describe("setup", () => {
  test("asks for the password, shows a secret and QR code, and needs a first code", async () => {
    const who = await newUser();
    const visitor = await signIn(spoor.url, who);
    const elsewhere = await signIn(spoor.url, who);
    const wrong = await visitor.post("/account/two-factor", {
      intent: "begin",
      present: "not this one",
    });
    expect([wrong.status, wrong.main.includes("The current password is wrong")]).toEqual([
      403,
      true,
    ]);
    const begun = await visitor.post("/account/two-factor", { intent: "begin", present: password });
    const { offer, secret } = offerIn(begun.text);
    expect(begun.main).toMatch(/<svg[^>]+role="img"/);
    const code = codesOf(secret)(0);
    const mistyped = code.replace(/^./, (digit) => String((Number(digit) + 1) % 10));
    const refused = await visitor.post("/account/two-factor", {
      intent: "confirm",
      offer,
      code: mistyped,
    });
    expect(refused.status).toBe(422);
    expect(offerIn(refused.text)).toEqual({ offer, secret });
    const before = visitor.cookies.get("spoor_session");
    const on = await visitor.post("/account/two-factor", { intent: "confirm", offer, code });
    expect(recoveryCodesIn(on.text)).toHaveLength(10);
    expect(visitor.cookies.get("spoor_session")).not.toBe(before);
    expect([await isIn(visitor), await isIn(elsewhere)]).toEqual([true, false]);
    expect((await visitor.get("/account/two-factor")).text).not.toContain(
      recoveryCodesIn(on.text)[0],
    );
  });

  test("is valid for its own account only", async () => {
    const [ada, eve] = [
      await signIn(spoor.url, await newUser()),
      await signIn(spoor.url, await newUser()),
    ];
    const { offer, secret } = offerIn(
      (await ada.post("/account/two-factor", { intent: "begin", present: password })).text,
    );
    const taken = await eve.post("/account/two-factor", {
      intent: "confirm",
      offer,
      code: codesOf(secret)(0),
    });
    expect(taken.status).toBe(409);
    expect(taken.text).not.toContain(secret);
  });

  test("encrypts secret and recovery codes in the data folder with a private key", async () => {
    const visitor = await signIn(spoor.url, await newUser());
    const { offer, secret } = offerIn(
      (await visitor.post("/account/two-factor", { intent: "begin", present: password })).text,
    );
    const on = await visitor.post("/account/two-factor", {
      intent: "confirm",
      offer,
      code: codesOf(secret)(0),
    });
    const files = ["spoor.db", "spoor.db-wal"]
      .map((name) => readFileSync(join(spoor.dataFolder, name), "latin1"))
      .join("");
    for (const text of [secret.replaceAll(" ", ""), ...recoveryCodesIn(on.text)]) {
      expect(files).not.toContain(text);
      expect(files).not.toContain(text.replaceAll("-", ""));
    }
    expect(statSync(join(spoor.dataFolder, "secret.key")).mode & 0o777).toBe(0o600);
  });
});

describe("sign-in", () => {
  test("without 2FA is one post", async () => {
    const visitor = visit(spoor.url);
    const answer = await visitor.post("/login", await newUser());
    expect([answer.status, answer.location, visitor.cookies.has("spoor_session")]).toEqual([
      303,
      "/",
      true,
    ]);
  });

  test("accepts a code once and redirects to the requested page", async () => {
    const who = await newUser();
    const { codeOf } = await setUpCodes(await signIn(spoor.url, who), password);
    const visitor = await atSecondStep(who, "?next=/account/sessions");
    const [sameBrowser, another] = [copyOf(visitor), await atSecondStep(who)];
    expect(
      (await visitor.post("/login/code?next=/account/sessions", { code: "000 000" })).status,
    ).toBe(401);
    const code = codeOf(1);
    const answer = await visitor.post("/login/code?next=/account/sessions", {
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    });
    expect([answer.status, answer.location]).toEqual([303, "/account/sessions"]);
    expect(await isIn(visitor)).toBe(true);
    expect((await another.post("/login/code", { code })).status).toBe(401);
    expect((await sameBrowser.post("/login/code", { code: codeOf(1) })).status).toBe(401);
  });

  test("refuses the code that confirmed setup", async () => {
    const who = await newUser();
    const { codeOf } = await setUpCodes(await signIn(spoor.url, who), password);
    expect((await (await atSecondStep(who)).post("/login/code", { code: codeOf(0) })).status).toBe(
      401,
    );
  });

  test("admits one session per step, even with two valid codes", async () => {
    const who = await newUser();
    const { recoveryCodes } = await setUpCodes(await signIn(spoor.url, who), password);
    const visitor = await atSecondStep(who);
    const copy = copyOf(visitor);
    expect((await visitor.post("/login/code", { code: recoveryCodes[0]! })).status).toBe(303);
    expect(await copy.post("/login/code", { code: recoveryCodes[1]! })).toMatchObject(toBeginning);
  });

  test("accepts a recovery code in any notation, once", async () => {
    const who = await newUser();
    const { recoveryCodes } = await setUpCodes(await signIn(spoor.url, who), password);
    const code = recoveryCodes[3]!;
    const [one, other] = [await atSecondStep(who), await atSecondStep(who)];
    const answers = await Promise.all([
      one.post("/login/code", { code: code.toUpperCase().replaceAll("-", " ") }),
      other.post("/login/code", { code }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 401]);
    const visitor = (await isIn(one)) ? one : other;
    expect((await visitor.get("/account/two-factor")).main).toMatch(
      /Recovery codes left<\/dt><dd>9/,
    );
  });

  test("refuses a missing, foreign, changed, or outdated step", async () => {
    const who = await newUser();
    const { recoveryCodes } = await setUpCodes(await signIn(spoor.url, who), password);
    const code = recoveryCodes[0]!;
    expect((await visit(spoor.url).get("/login/code")).location).toBe("/login");
    expect(await visit(spoor.url).post("/login/code", { code })).toMatchObject(toBeginning);
    const changed = await atSecondStep(who);
    const step = changed.cookies.get("spoor_step")!;
    changed.cookies.set(
      "spoor_step",
      step.replace(/.$/, (last) => (last === "A" ? "Q" : "A")),
    );
    expect(await changed.post("/login/code", { code })).toMatchObject(toBeginning);
    const waiting = await atSecondStep(who);
    const { url } = await spoor.run("user", "reset", "--email", who.email);
    await visit(spoor.url).post(new URL(String(url)).pathname, {
      password: "another dozen letters",
    });
    expect(await waiting.post("/login/code", { code })).toMatchObject(toBeginning);
    expect((await visit(spoor.url).get("/login?stale=")).main).toContain("Sign in again.");
    expect(
      (
        await (
          await atSecondStep({ ...who, password: "another dozen letters" })
        ).post("/login/code", { code })
      ).status,
    ).toBe(303);
  });

  test("limits guesses for unknown browsers together and a known browser alone", async () => {
    const who = await newUser();
    const known = await signIn(spoor.url, who);
    const { recoveryCodes } = await setUpCodes(known, password);
    const guesses = [];
    for (let guess = 0; guess < 12; guess++)
      guesses.push(
        (await (await atSecondStep(who)).post("/login/code", { code: `12345${guess % 10}` }))
          .status,
      );
    expect(guesses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    const refused = await (
      await atSecondStep(who)
    ).post("/login/code", { code: recoveryCodes[0]! });
    expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([
      429,
      expect.any(Number),
    ]);
    const device = known.cookies.get("spoor_device")!;
    const own = await atSecondStep(who);
    own.cookies.set("spoor_device", device);
    expect((await own.post("/login/code", { code: recoveryCodes[0]! })).status).toBe(303);
  });
});

describe("turning off", () => {
  test("needs the password and a code", async () => {
    const who = await newUser();
    const visitor = await signIn(spoor.url, who);
    const { recoveryCodes } = await setUpCodes(visitor, password);
    const off = (form: Record<string, string>) =>
      visitor.post("/account/two-factor?off", { intent: "off", ...form });
    expect((await off({ present: "not this one", code: recoveryCodes[0]! })).status).toBe(403);
    expect((await off({ present: password, code: "123456" })).status).toBe(422);
    expect((await off({ present: password, code: recoveryCodes[0]! })).status).toBe(303);
    expect((await visit(spoor.url).post("/login", who)).location).toBe("/");
  });

  test("new recovery codes invalidate the old ones", async () => {
    const who = await newUser();
    const visitor = await signIn(spoor.url, who);
    const { recoveryCodes } = await setUpCodes(visitor, password);
    const answer = await visitor.post("/account/two-factor?renew", {
      intent: "renew",
      present: password,
    });
    const renewed = recoveryCodesIn(answer.text);
    expect(new Set([...recoveryCodes, ...renewed]).size).toBe(20);
    expect(
      (await (await atSecondStep(who)).post("/login/code", { code: recoveryCodes[0]! })).status,
    ).toBe(401);
    expect(
      (await (await atSecondStep(who)).post("/login/code", { code: renewed[0]! })).status,
    ).toBe(303);
  });

  test("an owner or the command line resets a member's lost factors", async () => {
    const who = await newUser();
    const theirs = await signIn(spoor.url, who);
    await setUpCodes(theirs, password);
    const mira = await signIn(spoor.url, owner);
    const form = { intent: "lost-factor", email: who.email };
    expect((await theirs.post("/settings/authentication", form)).status).toBe(403);
    expect(
      (await mira.post("/settings/authentication", { ...form, email: "nobody@example.com" }))
        .status,
    ).toBe(404);
    expect((await mira.post("/settings/authentication", form)).status).toBe(200);
    expect(await isIn(theirs)).toBe(false);
    await setUpCodes(await signIn(spoor.url, who), password);
    await spoor.run("user", "disable-two-factor", "--email", who.email);
    expect((await visit(spoor.url).post("/login", who)).location).toBe("/");
    const log = (await mira.get(`/settings/audit?person=${who.email}`)).main;
    for (const act of ["turned on the authenticator app", "turned off the authenticator app"])
      expect(log).toContain(act);
  });
});

describe("required 2FA", () => {
  test("needs the owner's own 2FA and redirects members without it to setup", async () => {
    const mira = await signIn(spoor.url, owner);
    const who = await newUser();
    const before = await signIn(spoor.url, who);
    const rule = (required: boolean) =>
      mira.post("/settings/authentication", {
        intent: "rules",
        ...(required && { required: "yes" }),
      });
    expect((await rule(true)).status).toBe(409);
    const { recoveryCodes } = await setUpCodes(mira, owner.password);
    expect((await rule(true)).status).toBe(303);
    expect(await isIn(mira)).toBe(true);

    const { token } = await spoor.run(
      "token",
      "create",
      "--user",
      who.email,
      "--scopes",
      "project:read",
    );
    for (const visitor of [before, await signIn(spoor.url, who)]) {
      for (const path of [
        "/",
        "/account",
        "/account/tokens",
        "/projects/new",
        "/settings/users",
        "/no-such/issues",
      ])
        expect([path, (await visitor.get(path)).location]).toEqual([path, "/account/two-factor"]);
      expect((await visitor.post("/account/password", {})).location).toBe("/account/two-factor");
      for (const path of ["/account/two-factor", "/account/passkeys", "/logout"])
        expect([path, (await visitor.get(path)).status]).toEqual([path, 200]);
    }
    expect(
      (await visit(spoor.url).get("/", { authorization: `Bearer ${String(token)}` })).status,
    ).toBe(200);
    const theirs = await setUpCodes(before, password);
    expect((await before.get("/")).status).toBe(200);
    const off = { intent: "off", present: password, code: theirs.recoveryCodes[0]! };
    expect((await before.post("/account/two-factor?off", off)).status).toBe(409);
    // A session's factors survive a password change.
    const password2 = "another dozen letters";
    await before.post("/account/password", { present: password, password: password2 });
    expect((await before.get("/")).status).toBe(200);
    expect((await rule(false)).status).toBe(303);
    expect(
      (await before.post("/account/two-factor?off", { ...off, present: password2 })).status,
    ).toBe(303);
    await mira.post("/account/two-factor?off", {
      intent: "off",
      present: owner.password,
      code: recoveryCodes[0]!,
    });
  });
});
