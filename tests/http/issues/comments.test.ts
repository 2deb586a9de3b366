import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { fillProject } from "#tests/harness/data/filled-project.ts";
import { makePeople, type People } from "#tests/harness/people/people.ts";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

let spoor: Spoor;
let people: People;
let project: TestProject;
let other: TestProject;
let issue: string;
let elsewhere: string;
beforeAll(async () => {
  spoor = await startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } });
  await makeOwner(spoor);
  project = await makeProject(spoor, "shop");
  other = await makeProject(spoor, "other");
  issue = `/shop/issues/${(await fillProject(spoor, project))[":issue"]}`;
  elsewhere = `/other/issues/${(await fillProject(spoor, other))[":issue"]}`;
  people = await makePeople(spoor, project.id as ProjectId, other.id as ProjectId);
});
afterAll(async () => {
  await people.close();
  await spoor.remove();
});

type Who = keyof People["users"];

async function ask(who: Who, path: string, form?: Record<string, string>) {
  const headers = await people.session(people.users[who]);
  const body = form && { method: "POST", body: new URLSearchParams(form) };
  const answer = await fetch(spoor.url + path, { headers, redirect: "manual", ...body });
  const text = await answer.text();
  const main = /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? text;
  return { status: answer.status, location: answer.headers.get("location"), text: main };
}
const say = (who: Who, text: string) => ask(who, `${issue}/activity`, { intent: "comment", text });
const page = async (who: Who = "viewer") => (await ask(who, `${issue}/activity`)).text;
const idIn = (location: string | null) => /#comment-(\d+)$/.exec(location ?? "")![1]!;

type Said = {
  comment: { id: string; text: string; edited: string | null; deleted: string | null } | null;
  kind: string;
};
async function activity(): Promise<Said[]> {
  const { headers } = { headers: await people.session(people.users.viewer) };
  const answer = await fetch(`${spoor.url}${issue}/activity.json`, { headers });
  return ((await answer.json()) as { activity: Said[] }).activity;
}

test("members with read access comment but cannot resolve", async () => {
  const said = await say("viewer", "It is **the cart**, see <b>here</b>");
  expect([said.status, said.location]).toEqual([
    303,
    expect.stringMatching(/\/activity#comment-\d+$/),
  ]);
  expect(await page()).toContain("It is <strong>the cart</strong>, see &lt;b&gt;here&lt;/b&gt;");
  expect((await ask("viewer", issue, { intent: "resolve" })).status).toBe(403);
  expect((await ask("viewer", issue, { intent: "resolve", text: "x" })).status).toBe(403);
  expect(
    (await ask("stranger", `${issue}/activity`, { intent: "comment", text: "hi" })).status,
  ).toBe(404);
});

test("a script posts a comment with a token and reads it as JSON", async () => {
  const headers = { authorization: `Bearer ${project.token}` };
  const body = new URLSearchParams({ intent: "comment", text: "by a script" });
  const { status } = await fetch(`${spoor.url}${issue}/activity`, {
    method: "POST",
    headers,
    body,
    redirect: "manual",
  });
  expect(status).toBe(303);
  expect((await activity())[0]).toMatchObject({
    kind: "commented",
    comment: { text: "by a script", deleted: null },
  });
});

test("empty and overlong comments are returned with their text", async () => {
  const empty = await say("viewer", "   ");
  expect([empty.status, empty.text.includes("Enter a comment.")]).toEqual([422, true]);
  const long = await say("viewer", "long ".repeat(2001));
  expect([long.status, long.text.includes("at most 10,000 characters")]).toEqual([422, true]);
  expect(long.text).toContain("long long long");
});

test("a preview shows the text and stores nothing", async () => {
  const before = (await activity()).length;
  const shown = await ask("viewer", `${issue}/activity`, {
    intent: "preview",
    text: "_so it looks_",
  });
  expect(shown.status).toBe(200);
  expect(shown.text).toContain("<em>so it looks</em>");
  expect(shown.text).toMatch(/<textarea[^>]*>_so it looks_<\/textarea>/);
  expect((await activity()).length).toBe(before);
});

test("members edit and delete their own comments; admins delete any but edit none", async () => {
  const id = idIn((await say("developer", "first words")).location);
  const at = `${issue}/activity`;
  const edit = (who: Who, version: string, text: string) =>
    ask(who, at, { intent: "edit", id, version, text });
  expect((await edit("admin", "1", "mine now")).status).toBe(403);
  expect((await ask("viewer", at, { intent: "delete", id })).status).toBe(403);
  expect((await ask("developer", `${at}?edit=${id}`)).text).toMatch(
    /<textarea[^>]*>first words<\/textarea>/,
  );
  expect((await ask("admin", `${at}?edit=${id}`)).text).not.toContain("<textarea");
  expect((await edit("developer", "1", "second words")).status).toBe(303);
  expect(await page()).toMatch(/second words/);
  expect(
    (await activity()).find(({ comment }) => comment?.id === id)?.comment?.edited,
  ).not.toBeNull();

  const late = await edit("developer", "1", "third words");
  expect(late.status, "made on a version that is no more").toBe(409);
  expect(late.text).toContain("second words");
  expect(late.text).toMatch(/name="version" value="2"[\s\S]*third words/);
  expect((await edit("developer", "2", "third words")).status).toBe(303);

  expect((await ask("admin", at, { intent: "delete", id })).status).toBe(303);
  expect(await page()).toContain("deleted a comment");
  expect(await page()).not.toContain("third words");
  expect((await activity()).find(({ comment }) => comment?.id === id)?.comment).toMatchObject({
    text: "",
  });
  expect((await edit("developer", "4", "again")).status).toBe(404);
});

test("a comment of another issue or project is not found", async () => {
  const id = idIn(
    (await ask("owner", `${elsewhere}/activity`, { intent: "comment", text: "other words" }))
      .location,
  );
  const acts: Record<string, string>[] = [
    { intent: "edit", id, version: "1", text: "taken over" },
    { intent: "delete", id },
  ];
  for (const form of acts) expect((await ask("owner", `${issue}/activity`, form)).status).toBe(404);
  for (const wrong of ["0", "x", "999999999999999", ""])
    expect(
      (await ask("owner", `${issue}/activity`, { intent: "delete", id: wrong })).status,
    ).toBeOneOf([404, 422]);
  expect((await ask("owner", `${elsewhere}/activity`)).text).toContain("other words");
});

test("mentions are members with read access; short IDs are issues of the project", async () => {
  const shortId = issue.split("/").at(-1)!;
  const { email } = people.users.stranger;
  await say(
    "owner",
    `@developer look at ${shortId}, not @stranger @${email} OTHER-1 ${shortId}999`,
  );
  const text = await page();
  expect(text).toContain(`<b>@developer</b> look at <a href="${issue}"`);
  expect(text).toContain(`, not @stranger @${email} OTHER-1 ${shortId}999</p>`);
});

test("members subscribe by acting on an issue and stay unsubscribed after unsubscribing", async () => {
  const side = async (who: Who) =>
    /Subscribers<\/h2>.*?<p>([^<]*)</s.exec((await ask(who, issue)).text)?.[1];
  expect(await side("viewer")).toBe("developer, mira, owner, viewer");
  expect((await ask("viewer", issue, { intent: "unsubscribe" })).status).toBe(303);
  expect((await ask("admin", issue, { intent: "subscribe" })).status).toBe(303);
  await say("viewer", "still here, @viewer");
  expect(await side("viewer")).toBe("admin, developer, mira, owner");
  expect((await ask("viewer", issue, { intent: "subscribe" })).status).toBe(303);
  expect(await side("viewer")).toBe("admin, developer, mira, owner, viewer");
  const { subscribers } = (await (
    await project.get(`${issue.slice("/shop".length)}.json`)
  ).json()) as {
    subscribers: { name: string }[];
  };
  expect(subscribers.map(({ name }) => name)).toEqual([
    "admin",
    "developer",
    "mira",
    "owner",
    "viewer",
  ]);
  const both = new URLSearchParams([
    ["intent", "resolve"],
    ["intent", "subscribe"],
  ]);
  const headers = await people.session(people.users.viewer);
  expect(
    (await fetch(spoor.url + issue, { method: "POST", headers, body: both, redirect: "manual" }))
      .status,
  ).toBe(403);
});
