import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { pause, type Spoor } from "#tests/harness/spoor.ts";
import { startTwoSpoors, type TwoSpoors } from "#tests/harness/two-spoors.ts";
import { signIn, type Visitor, visit } from "#tests/harness/visitor.ts";

let server: TestPostgres;
let spoor: TwoSpoors;
let session: Visitor;
beforeAll(async () => {
  server = await startPostgres();
  spoor = await startTwoSpoors(server);
  await makeOwner(spoor);
  session = await signIn(spoor.url, owner);
});
afterAll(async () => {
  await spoor.remove();
  await server.stop();
});

const send = (to: Spoor, project: TestProject) =>
  sendEnvelope(
    to,
    project,
    envelopeOf({ event_id: randomUUID().replaceAll("-", ""), message: "m" }),
  );

test("a key's rate limit covers both processes", async () => {
  const project = await makeProject(spoor, `rates-${randomUUID().slice(0, 8)}`);
  const keyWith = async (perMinute: string) => {
    const made = await session.post(`/${project.slug}/settings/keys`, {
      label: perMinute,
      perMinute,
    });
    return { ...project, publicKey: made.location!.split("/").at(-1)! };
  };
  const [one, other] = spoor.both;
  // Requests admitted before a process knows the others do not count; each learns of them at its
  // first limited request.
  const wide = await keyWith("60000");
  for (const each of [one, other]) expect((await send(each, wide)).status).toBe(200);
  await pause(2_500);
  const key = await keyWith("6");
  expect((await send(one, key)).status).toBe(200);
  expect((await send(one, key)).status, "one in ten seconds").toBe(429);
  expect((await send(other, key)).status, "a burst of its own").toBe(200);
  const waitS = async () => Number((await send(one, key)).headers.get("retry-after"));
  await expect
    .poll(waitS, { message: "what the other let in is waited for too" })
    .toBeGreaterThan(10);
});

test("failed sign-ins count together over both processes", async () => {
  const guess = () =>
    visit(spoor.url).post("/login", { email: owner.email, password: "not the password" });
  for (let attempt = 0; attempt < 10; attempt++) expect((await guess()).status).toBe(401);
  for (const each of spoor.both)
    expect((await visit(each.url).post("/login", owner)).status).toBe(429);
});

test("a session of one process is valid in the other and ends in both", async () => {
  const cookies = [...session.cookies];
  const statuses = () =>
    Promise.all(
      spoor.both.map(async ({ url }) => (await visitorWith(url, cookies).get("/")).status),
    );
  expect(await statuses()).toEqual([200, 200]);
  await session.post("/logout", {});
  expect(await statuses()).toEqual([303, 303]);
});

function visitorWith(url: string, cookies: [string, string][]): Visitor {
  const visitor = visit(url);
  for (const [name, value] of cookies) visitor.cookies.set(name, value);
  return visitor;
}
