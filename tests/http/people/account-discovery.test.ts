import { afterAll, beforeAll, expect, test } from "vitest";
import { linkIn, type MailServer, startMailServer } from "#tests/harness/servers/mail-server.ts";
import { makeOwner, makeProject, owner } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { type Page, signIn, visit, type Visitor } from "#tests/harness/visitor.ts";

// Only owners may learn whether an address has an account.

const password = "a dozen letters or more";
let spoor: Spoor;
let mailServer: MailServer;
let admin: Visitor;

beforeAll(async () => {
  mailServer = await startMailServer();
  const mail = {
    SPOOR_SMTP_URL: mailServer.url,
    SPOOR_MAIL_FROM: "spoor@example.com",
    SPOOR_URL: "http://localhost:1",
  };
  spoor = await startSpoor({ environment: { ...mail, OTEL_SDK_DISABLED: "true" } });
  await makeOwner(spoor);
  await makeProject(spoor, "shop");
  for (const email of ["admin@example.com", "known@example.com", "other@example.com"])
    await spoor.run("user", "create", "--email", email, "--password", password);
  await spoor.run(
    "member",
    "add",
    "--project",
    "shop",
    "--email",
    "admin@example.com",
    "--role",
    "admin",
  );
  admin = await signIn(spoor.url, { email: "admin@example.com", password });
});
afterAll(async () => {
  await spoor.remove();
  await mailServer.close();
});

/** The response without the requested address. */
const without = ({ status, main, location }: Page, email: string) => [
  status,
  location,
  main.replaceAll(email, "ADDRESS"),
];

test.each(["/shop/settings/members", "/shop/settings/invitations"])(
  "an admin at %s sees the same for known and unknown addresses",
  async (path) => {
    const intent = path.endsWith("members") ? "add" : "invite";
    const ask = (email: string) => admin.post(path, { intent, email, role: "viewer" });
    const [known, unknown] = [`known@example.com`, `unknown${intent}@example.com`];
    const listed = /<table[\s\S]*<\/table>/;
    const answers = [await ask(known), await ask(unknown)] as const;
    expect(answers[0].status).toBe(200);
    expect(answers[0].main).toContain(`Sent an invitation email to ${known}.`);
    expect(answers[0].main).not.toContain("/invite/");
    const [first, second] = [without(answers[0], known), without(answers[1], unknown)].map(
      ([status, location, main]) => [status, location, String(main).replace(listed, "")],
    );
    expect(first).toEqual(second);
  },
);

test("adding a known address takes as long as adding an unknown one", async () => {
  const timeOf = async (email: string) => {
    const begun = performance.now();
    await admin.post("/shop/settings/members", { intent: "add", email, role: "viewer" });
    return performance.now() - begun;
  };
  const times: [number, number][] = [];
  for (let round = 0; round < 30; round++)
    times.push([await timeOf("known@example.com"), await timeOf("unknown@example.com")]);
  const [known, unknown] = [0, 1].map(
    (at) => times.map((pair) => pair[at]!).toSorted((a, b) => a - b)[15]!,
  );
  expect(Math.abs(known! - unknown!)).toBeLessThan(Math.max(4, 0.5 * unknown!));
});

test("an account holder joins by the emailed link; an existing member is reported", async () => {
  await admin.post("/shop/settings/members", {
    intent: "add",
    email: "other@example.com",
    role: "developer",
  });
  const path = new URL(linkIn(await mailServer.mailTo("other@example.com"))).pathname;
  const other = await signIn(spoor.url, { email: "other@example.com", password });
  expect((await other.post(path, { intent: "join" })).location).toBe("/shop/issues");
  const again = await admin.post("/shop/settings/members", {
    intent: "add",
    email: "other@example.com",
    role: "viewer",
  });
  expect([again.status, again.main.includes("is already a member of this project")]).toEqual([
    409,
    true,
  ]);
});

test("owners add accounts directly and see which addresses have none", async () => {
  const mira = await signIn(spoor.url, owner);
  const add = (email: string) =>
    mira.post("/shop/settings/members", { intent: "add", email, role: "viewer" });
  expect((await add("known@example.com")).status).toBe(303);
  const answer = await add("nobody@example.com");
  expect([answer.status, answer.main.includes("No user of this instance has the email")]).toEqual([
    422,
    true,
  ]);
});

test("sign-in and password reset answer the same for known and unknown addresses", async () => {
  for (const path of ["/login", "/forgot"]) {
    const ask = (email: string) =>
      visit(spoor.url).post(path, { email, password: "a wrong password" });
    const [known, unknown] = [await ask("known@example.com"), await ask("unknown@example.com")];
    expect(without(known, "known@example.com")).toEqual(without(unknown, "unknown@example.com"));
  }
});
