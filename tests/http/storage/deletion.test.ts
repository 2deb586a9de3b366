import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { sendTrace } from "#tests/harness/data/send-trace.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn, type Visitor } from "#tests/harness/visitor.ts";

let spoor: Spoor;
let session: Visitor;
let other: TestProject;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  session = await signIn(spoor.url, owner);
  other = await makeProject(spoor, "other");
  await sendEnvelope(
    spoor,
    other,
    envelopeOf({ event_id: randomUUID().replaceAll("-", ""), message: "stays" }),
  );
});
afterAll(() => spoor.remove());

const marker = "only-in-the-deleted-project";

async function fill(project: TestProject): Promise<void> {
  for (let each = 0; each < 60; each++) {
    const event = {
      event_id: randomUUID().replaceAll("-", ""),
      message: `${marker} ${"abcdefghij"[each % 10]}`,
      tags: { marker },
    };
    expect((await sendEnvelope(spoor, project, envelopeOf(event))).status).toBe(200);
  }
  await sendTrace(spoor, project, `GET /${marker} 0-100 @shop server http.route=/${marker}`);
}

test("deletion continues after a restart and removes only the project's data", async () => {
  const project = await makeProject(spoor, "goner");
  await fill(project);
  const wrong = await session.post("/goner/settings/general", {
    intent: "delete",
    confirm: "other",
  });
  expect([wrong.status, wrong.text.includes("Type goner to delete this project.")]).toEqual([
    422,
    true,
  ]);
  const asked = await session.post("/goner/settings/general", {
    intent: "delete",
    confirm: "goner",
  });
  expect([asked.status, asked.location]).toEqual([303, `/projects/deletions/${project.id}`]);
  expect((await session.get("/goner/issues")).status).toBe(404);
  const page = await session.get(asked.location!);
  expect(page.text).toMatch(/<progress max="\d+" value="0">/);
  expect(page.text).toContain('<meta http-equiv="refresh"');
  await pause(1_100);
  expect(
    (await sendEnvelope(spoor, project, envelopeOf({ event_id: "a".repeat(32), message: marker })))
      .status,
  ).toBe(403);

  await spoor.kill();
  spoor = await spoor.restart();
  session = await signIn(spoor.url, owner);
  const heading = async () =>
    /<h1>(.*?)<\/h1>/.exec((await session.get(asked.location!)).text)?.[1];
  await expect.poll(heading, { timeout: 30_000, interval: 300 }).toBe("goner is deleted");

  expect(await issuesOfOther()).toBe(1);
  const again = await makeProject(spoor, "goner");
  expect(again.id).not.toBe(project.id);
  expect(await again.issues()).toEqual([]);
});

async function issuesOfOther(): Promise<number> {
  const list = await fetch(`${spoor.url}/other/issues.json`, {
    headers: { authorization: `Bearer ${other.token}` },
  });
  return ((await list.json()) as { issues: unknown[] }).issues.length;
}

test("deletions are hidden from non-members", async () => {
  const password = "another long password";
  await spoor.run("user", "create", "--email", "sam@example.com", "--password", password);
  const sam = await signIn(spoor.url, { email: "sam@example.com", password });
  for (const path of [
    "/projects/deletions/2",
    "/projects/deletions/3",
    "/projects/deletions/999",
    "/projects/deletions/x",
  ])
    expect((await sam.get(path)).status, path).toBe(404);
});

test("the internal project cannot be deleted or renamed", async () => {
  session = await signIn(spoor.url, owner);
  expect(
    (await session.post("/spoor/settings/general", { intent: "delete", confirm: "spoor" })).status,
  ).toBe(409);
  const names = { intent: "save", name: "Ours", slug: "ours", platform: "node" };
  expect((await session.post("/spoor/settings/general", names)).status).toBe(409);
  expect((await session.get("/spoor/issues")).status).toBe(200);
});
