import { afterAll, beforeAll, expect, test } from "vitest";
import { slowdown } from "#tests/harness/faults/slowdown.ts";
import { makeOwner, owner } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn, visit } from "#tests/harness/visitor.ts";

let spoor: Spoor;

// The address comes from a trusted proxy, so that tests can choose it. Email is configured but not
// sent; without it, /forgot asks for nothing.
const mail = { SPOOR_SMTP_URL: "smtp://127.0.0.1:1", SPOOR_MAIL_FROM: "spoor@example.com" };
const environment = { SPOOR_TRUST_PROXY: "loopback", SPOOR_URL: "http://spoor.example", ...mail };
const attacker = { "x-forwarded-for": "198.51.100.7" };
const elsewhere = { "x-forwarded-for": "203.0.113.9" };

beforeAll(async () => {
  spoor = await startSpoor({ environment });
  await makeOwner(spoor);
});
afterAll(() => spoor.remove());

const guess = (email: string, from: Record<string, string>) =>
  visit(spoor.url).post("/login", { email, password: "not the password" }, from);

async function guessUntilLimited(email: string, from: Record<string, string>): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt++)
    expect((await guess(email, from)).status).toBe(401);
}

test("the eleventh wrong password is delayed, and the page shows the wait", async () => {
  await guessUntilLimited(owner.email, attacker);
  const answer = await guess(owner.email, attacker);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(20);
  expect(answer.text).toMatch(/Too many attempts\. Try again in \d+ seconds\./);
  expect((await visit(spoor.url).post("/login", owner, attacker)).status).toBe(429);
});

test("the owner elsewhere and other accounts at the attacker's address are not delayed", async () => {
  expect((await visit(spoor.url).post("/login", owner, elsewhere)).status).toBe(303);
  expect((await guess("somebody@example.com", attacker)).status).toBe(401);
});

test("the owner's known browser at the attacker's address is not delayed", async () => {
  const browser = await signIn(spoor.url, owner);
  expect(browser.cookies.get("spoor_device")).toMatch(/^[\w-]{43}$/);
  browser.cookies.delete("spoor_session");
  expect((await browser.post("/login", owner, attacker)).status).toBe(303);
});

test("an unknown account is counted the same", async () => {
  await guessUntilLimited("nobody@example.com", attacker);
  expect((await guess("NOBODY@example.com ", attacker)).status).toBe(429);
});

test("simultaneous attempts count individually, and the delay survives a restart", async () => {
  const from = { "x-forwarded-for": "198.51.100.8" };
  // Eight at a time: one address may not queue more.
  for (let round = 0; round < 2; round++)
    await Promise.all(Array.from({ length: 8 }, () => guess(owner.email, from)));
  expect((await guess(owner.email, from)).status).toBe(429);
  await spoor.stop();
  spoor = await spoor.restart();
  expect((await guess(owner.email, from)).status).toBe(429);
});

test("a flood of sign-ins is refused without delaying pages or members", async () => {
  const slower = slowdown();
  const flood = Array.from({ length: 200 }, (_, index) =>
    guess(`flood${index}@example.com`, attacker),
  );
  const from = performance.now();
  const page = visit(spoor.url).get("/login", elsewhere);
  const other = visit(spoor.url).post("/login", owner, elsewhere);
  expect((await page).status).toBe(200);
  expect((await other).status).toBe(303);
  expect((performance.now() - from) / slower).toBeLessThan(5000);
  const answers = await Promise.all(flood);
  const away = answers.filter(({ status }) => status === 503);
  expect(away.length).toBeGreaterThan(100);
  expect(away[0]!.headers.get("retry-after")).toBe("3");
  expect(answers.every(({ status }) => status === 401 || status === 503)).toBe(true);
});

test("invalid links count too, and valid ones are never delayed", async () => {
  const from = { "x-forwarded-for": "198.51.100.9" };
  const wrong = (path: string) => visit(spoor.url).get(`${path}/${"A".repeat(43)}`, from);
  for (let attempt = 0; attempt < 5; attempt++) {
    expect((await wrong("/reset")).status).toBe(404);
    expect((await wrong("/invite")).status).toBe(404);
  }
  expect((await wrong("/invite")).status).toBe(429);
  const { url } = await spoor.run("user", "reset", "--email", owner.email);
  expect((await visit(spoor.url).get(new URL(String(url)).pathname, from)).status).toBe(200);
});

test("password resets are limited by address over all accounts", async () => {
  const ask = (index: number, from: Record<string, string>) =>
    visit(spoor.url).post("/forgot", { email: `user${index}@example.com` }, from);
  const from = { "x-forwarded-for": "198.51.100.20" };
  const statuses: number[] = [];
  for (let index = 0; index < 110; index++) statuses.push((await ask(index, from)).status);
  expect([statuses.slice(0, 100).every((status) => status !== 429), statuses.at(-1)]).toEqual([
    true,
    429,
  ]);
  expect((await ask(200, elsewhere)).status).not.toBe(429);
});

test("an address that tries many accounts is delayed with its /64", async () => {
  const known = await signIn(spoor.url, owner);
  known.cookies.delete("spoor_session");
  const from = (host: number) => ({ "x-forwarded-for": `2001:db8:1:2::${host.toString(16)}` });
  const statuses: number[] = [];
  for (let index = 0; index < 102; index++)
    statuses.push((await guess(`many${index}@example.com`, from(index + 1))).status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(100);
  const answer = await guess("another@example.com", from(0xffff));
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(
    (await visit(spoor.url).post("/login", owner, from(7))).status,
    "a right password waits, too",
  ).toBe(429);
  expect((await known.post("/login", owner, from(7))).status, "the owner's own browser").toBe(303);
  const neighbor = { "x-forwarded-for": "2001:db8:1:3::1" };
  expect((await visit(spoor.url).post("/login", owner, neighbor)).status, "another network").toBe(
    303,
  );
});

test("an office signing in does not use up its attempts", async () => {
  const from = { "x-forwarded-for": "203.0.113.77" };
  for (let index = 0; index < 120; index++)
    expect((await visit(spoor.url).post("/login", owner, from)).status).toBe(303);
  expect((await guess("colleague@example.com", from)).status).toBe(401);
});
