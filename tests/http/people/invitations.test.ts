import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linkIn, type MailServer, startMailServer } from "#tests/harness/servers/mail-server.ts";
import { makeOwner, makeProject, owner } from "#tests/harness/project.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { type Page, signIn, visit, type Visitor } from "#tests/harness/visitor.ts";

let spoor: Spoor;
let post: MailServer;
let mira: Visitor;

beforeAll(async () => {
  post = await startMailServer();
  spoor = await startSpoor({
    environment: { SPOOR_SMTP_URL: post.url, SPOOR_MAIL_FROM: "Spoor <spoor@example.com>" },
  });
  await makeOwner(spoor);
  await makeProject(spoor, "shop");
  mira = await signIn(spoor.url, owner);
});
afterAll(async () => {
  await spoor.remove();
  await post.close();
});

const password = "a dozen letters or more";
const pathOf = (link: string) => new URL(link).pathname;
const tokenIn = (text: string) => /\/invite\/([\w-]{43})/.exec(text)?.[1];

/** The path of a new invitation link, which the page shows once. */
async function invite(
  email: string,
  role = "developer",
  to = "/shop/settings/invitations",
  by = mira,
): Promise<string> {
  const answer = await by.post(to, { intent: "invite", email, role });
  expect([email, answer.status]).toEqual([email, 200]);
  return `/invite/${tokenIn(answer.text)!}`;
}

async function newUser(email: string): Promise<Visitor> {
  await spoor.run("user", "create", "--email", email, "--password", password);
  return signIn(spoor.url, { email, password });
}

describe("by email", () => {
  test("has plain text first, HTML, and headers against auto-replies", async () => {
    const path = await invite("ada@example.com");
    const mail = await post.mailTo("ada@example.com");
    expect(mail.from).toBe("spoor@example.com");
    expect(mail.headers).toMatch(/^From: Spoor <spoor@example\.com>$/m);
    expect(mail.headers).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(mail.headers).toMatch(/^Message-ID: <[^@\s]+@example\.com>$/m);
    expect(mail.headers).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(mail.body.indexOf("text/plain")).toBeLessThan(mail.body.indexOf("text/html"));
    expect(linkIn(mail)).toBe(spoor.url + path);
  });

  test("anyone with the link joins with its role, once", async () => {
    const path = pathOf(linkIn(await post.mailTo("ada@example.com")));
    const ada = visit(spoor.url);
    expect((await ada.get(path)).text).toContain("ada@example.com");
    expect((await ada.post(path, { name: "Ada", password: "ADA@example.com" })).status).toBe(422);
    expect((await ada.post(path, { name: "Ada", password })).location).toBe("/shop/issues");
    expect((await ada.get("/shop/issues")).status).toBe(200);
    expect((await ada.get("/shop/settings/invitations")).status).toBe(403);
    const again = await visit(spoor.url).get(path);
    expect(again.text).toContain("was already accepted");
    expect((await visit(spoor.url).post(path, { name: "Eve", password })).status).toBe(404);
  });

  test("a mail server's refusal is shown with the link", async () => {
    post.refuse("No such mailbox here");
    const answer = await mira.post("/shop/settings/invitations", {
      intent: "invite",
      email: "bo@example.com",
      role: "viewer",
    });
    post.refuse(undefined);
    expect(answer.text).toMatch(/No email was sent\..*No such mailbox here/);
    expect(tokenIn(answer.text)).toBeDefined();
    const { text } = await mira.get("/settings/mail");
    expect(text).toContain("No such mailbox here");
  });

  test("header and recipient injection is refused", async () => {
    const before = post.mails.length;
    for (const email of [
      "a@example.com\r\nBcc: eve@evil.example",
      "a@example.com,eve@evil.example",
      "a@example.com> <b@b.example",
    ]) {
      const answer = await mira.post("/shop/settings/invitations", {
        intent: "invite",
        email,
        role: "viewer",
      });
      expect([email, answer.status]).toEqual([email, 422]);
    }
    expect(post.mails.length).toBe(before);
    await mira.post("/account?index", { name: "Mira\r\nBcc: eve@evil.example" });
    await invite("cy@example.com");
    const mail = await post.mailTo("cy@example.com");
    expect(mail.to).toEqual(["cy@example.com"]);
    expect(mail.headers).not.toMatch(/^Bcc/im);
    await mira.post("/account?index", { name: "Mira" });
  });

  test("an owner sends a test email to themselves", async () => {
    expect((await mira.post("/settings/mail", {})).text).toContain("Sent. Check the inbox of");
    expect((await post.mailTo(owner.email)).headers).toContain("Test email from Spoor");
  });
});

describe("by a link", () => {
  test("two simultaneous uses of a link admit one", async () => {
    const path = await invite("two@example.com");
    const answers = await Promise.all(
      ["One", "Other"].map((name) => visit(spoor.url).post(path, { name, password })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 404]);
  });

  test("a new invitation invalidates the old link; revoking invalidates the last", async () => {
    const first = await invite("dee@example.com");
    const second = await invite("dee@example.com");
    expect((await visit(spoor.url).get(first)).status).toBe(404);
    const { text } = await mira.get("/shop/settings/invitations");
    const id = /name="invitation" value="(\d+)"/.exec(text)![1]!;
    const renewed = await mira.post("/shop/settings/invitations", {
      intent: "renew",
      invitation: id,
    });
    const third = `/invite/${tokenIn(renewed.text)!}`;
    expect((await visit(spoor.url).get(second)).status).toBe(404);
    const newest = /name="invitation" value="(\d+)"/.exec(
      (await mira.get("/shop/settings/invitations")).text,
    )![1]!;
    await mira.post("/shop/settings/invitations", { intent: "revoke", invitation: newest });
    expect((await visit(spoor.url).get(third)).text).toContain("was revoked");
    expect((await visit(spoor.url).post(third, { name: "Dee", password })).status).toBe(404);
  });

  test("an account holder signs in and joins; the role never shrinks", async () => {
    const fay = await newUser("fay@example.com");
    const path = await invite("fay@example.com", "viewer");
    const stranger = await visit(spoor.url).get(path);
    const toUnknown = await invite("unknown@example.com", "viewer");
    const unknown = await visit(spoor.url).get(toUnknown);
    const withoutNames = ({ main }: Page, email: string, link: string) =>
      main.replaceAll(email, "").replaceAll(link.split("/").at(-1)!, "");
    expect(withoutNames(stranger, "fay@example.com", path)).toBe(
      withoutNames(unknown, "unknown@example.com", toUnknown),
    );
    expect((await visit(spoor.url).post(path, { name: "Not Fay", password })).status).toBe(409);
    await spoor.run(
      "member",
      "add",
      "--project",
      "shop",
      "--email",
      "fay@example.com",
      "--role",
      "admin",
    );
    expect((await fay.post(path, { intent: "join" })).location).toBe("/shop/issues");
    expect((await fay.get("/shop/settings/invitations")).status).toBe(200);
  });

  test("an invitation is invalid once its author loses permission", async () => {
    const gus = await newUser("gus@example.com");
    await spoor.run(
      "member",
      "add",
      "--project",
      "shop",
      "--email",
      "gus@example.com",
      "--role",
      "admin",
    );
    const path = await invite("hal@example.com", "admin", "/shop/settings/invitations", gus);
    await spoor.run(
      "member",
      "add",
      "--project",
      "shop",
      "--email",
      "gus@example.com",
      "--role",
      "developer",
    );
    expect((await visit(spoor.url).post(path, { name: "Hal", password })).status).toBe(404);
  });

  test("admins invite only to their projects and see no other invitations", async () => {
    await makeProject(spoor, "secret");
    const ivy = await newUser("ivy@example.com");
    await spoor.run(
      "member",
      "add",
      "--project",
      "shop",
      "--email",
      "ivy@example.com",
      "--role",
      "admin",
    );
    await invite("jo@example.com", "viewer", "/secret/settings/invitations");
    const theirs = /name="invitation" value="(\d+)"/.exec(
      (await mira.get("/secret/settings/invitations")).text,
    )![1]!;
    for (const intent of ["renew", "revoke"])
      expect(
        (await ivy.post("/shop/settings/invitations", { intent, invitation: theirs })).status,
      ).toBe(404);
    const form = { intent: "invite", email: "x@example.com", role: "viewer" };
    expect((await ivy.post("/secret/settings/invitations", form)).status).toBe(404);
    expect((await ivy.post("/settings/invitations", { ...form, role: "owner" })).status).toBe(403);
    expect((await ivy.post("/shop/settings/invitations", { ...form, role: "owner" })).status).toBe(
      422,
    );
  });

  test("without a mail server, the page shows the link and /forgot names the contact", async () => {
    const quiet = await startSpoor();
    await makeOwner(quiet);
    const boss = await signIn(quiet.url, owner);
    const answer = await boss.post("/settings/invitations", {
      intent: "invite",
      email: "kim@example.com",
      role: "owner",
    });
    expect(answer.text).toContain("Email isn't configured.");
    const kim = visit(quiet.url);
    expect(
      (await kim.post(`/invite/${tokenIn(answer.text)!}`, { name: "Kim", password })).location,
    ).toBe("/");
    expect((await kim.get("/settings/users")).status).toBe(200);
    expect((await visit(quiet.url).get("/forgot")).text).toContain("Ask an owner for a reset link");
    await quiet.remove();
  });
});

describe("a password reset", () => {
  const lee = { email: "lee@example.com", password };
  const next = "quite another dozen letters";

  test("answers the same for addresses with and without an account", async () => {
    await newUser(lee.email);
    const [known, unknown] = await Promise.all(
      [lee.email, "nobody@example.com"].map((email) => visit(spoor.url).post("/forgot", { email })),
    );
    expect([known!.status, known!.main]).toEqual([unknown!.status, unknown!.main]);
    expect(known!.main).toContain("If an account with this email exists");
    await post.mailTo(lee.email);
    expect(post.mails.filter(({ to }) => to.includes("nobody@example.com"))).toEqual([]);
  });

  test("takes the same time for both", async () => {
    // A retry would find the account of the first try.
    const timed = `${randomUUID()}@example.com`;
    await newUser(timed);
    const took = { known: [] as number[], unknown: [] as number[] };
    for (let asked = 0; asked < 9; asked++) {
      took.known.push(await timeOf(timed));
      took.unknown.push(await timeOf("untimed@example.com"));
    }
    const [known, unknown] = [median(took.known), median(took.unknown)];
    expect(known / unknown).toBeGreaterThan(0.6);
    expect(known / unknown).toBeLessThan(1.7);
  });

  async function timeOf(email: string): Promise<number> {
    const from = performance.now();
    expect((await visit(spoor.url).post("/forgot", { email })).status).toBe(200);
    return performance.now() - from;
  }
  const median = (values: number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

  test("sets the password once, ends every session, and asks to sign in", async () => {
    const before = await signIn(spoor.url, lee);
    const path = pathOf(linkIn(await post.mailTo(lee.email)));
    expect((await visit(spoor.url).post(path, { password: "short" })).status).toBe(422);
    expect((await visit(spoor.url).post(path, { password: lee.email })).status).toBe(422);
    const answers = await Promise.all(
      [next, next].map((each) => visit(spoor.url).post(path, { password: each })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 404]);
    expect(
      answers
        .find(({ status }) => status === 303)!
        .headers.getSetCookie()
        .join(),
    ).toContain("Max-Age=0");
    expect((await before.get("/account")).status).toBe(303);
    expect((await visit(spoor.url).post("/login", lee)).status).toBe(401);
    expect((await visit(spoor.url).post("/login", { ...lee, password: next })).status).toBe(303);
    expect((await visit(spoor.url).get(path)).status).toBe(404);
  });

  test("never uses the Host header in a link", async () => {
    const email = "ned@example.com";
    await newUser(email);
    expect(await askAs("evil.example", email)).toBe(200);
    expect(await askAs(new URL(spoor.url).host, email)).toBe(200);
    // Long enough for both: follow-up work starts a second after each response.
    await pause(2500);
    const links = post.mails.filter(({ to }) => to.includes(email)).map(linkIn);
    expect(links.map((link) => new URL(link).origin)).toEqual([spoor.url]);
  });

  /** Sends a header that `fetch` does not allow. */
  function askAs(host: string, email: string): Promise<number | undefined> {
    const { hostname, port } = new URL(spoor.url);
    const headers = { host, "content-type": "application/x-www-form-urlencoded" };
    return new Promise((resolve, reject) => {
      const asked = request(
        { hostname, port, path: "/forgot", method: "POST", headers },
        (answer) => {
          answer.resume().on("end", () => resolve(answer.statusCode));
        },
      );
      asked.on("error", reject).end(new URLSearchParams({ email }).toString());
    });
  }

  test("is limited so that an inbox cannot be flooded", async () => {
    const max = "max@example.com";
    await newUser(max);
    for (let asked = 0; asked < 9; asked++) await visit(spoor.url).post("/forgot", { email: max });
    await post.mailTo(max);
    await pause(3000);
    expect(post.mails.filter(({ to }) => to.includes(max))).toHaveLength(5);
    for (let asked = 0; asked < 2; asked++) await visit(spoor.url).post("/forgot", { email: max });
    expect((await visit(spoor.url).post("/forgot", { email: max })).status).toBe(429);
  });

  test("works from the command line too", async () => {
    const { url } = await spoor.run("user", "reset", "--email", lee.email);
    expect((await visit(spoor.url).get(pathOf(String(url)))).text).toContain(lee.email);
    await expect(spoor.run("user", "reset", "--email", "nobody@example.com")).rejects.toThrow(
      /User nobody@example.com not found/,
    );
  });
});
