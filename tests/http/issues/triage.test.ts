import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  envelopeOf,
  type IssueJson,
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn, type Visitor } from "#tests/harness/visitor.ts";

const ana = { email: "ana@example.com", password: "another long password" };

let spoor: Spoor;
let mira: Visitor;
let second: Visitor;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  await spoor.run("user", "create", "--email", ana.email, "--password", ana.password);
  mira = await signIn(spoor.url, owner);
});
afterAll(() => spoor.remove());

/** A project with that many issues of one event each and two developers. */
async function filled(slug: string, issues: number): Promise<TestProject> {
  const project = await makeProject(spoor, slug);
  await spoor.run("member", "add", "--project", slug, "--email", ana.email, "--role", "developer");
  second = await signIn(spoor.url, ana);
  for (let each = 0; each < issues; each++) await send(project, `broke: ${word(each)}`);
  await project.waitForIssues(issues);
  return project;
}

const word = (index: number) =>
  String.fromCharCode(97 + (index % 26), 97 + (Math.floor(index / 26) % 26)).repeat(3);

async function send(
  project: TestProject,
  message: string,
  event_id = randomUUID().replaceAll("-", ""),
) {
  const answer = await sendEnvelope(
    spoor,
    project,
    envelopeOf({ event_id, message, platform: "node" }),
  );
  expect(answer.status).toBe(200);
  return event_id;
}

const form = (fields: [string, string][]) => new URLSearchParams(fields);
const selected = (issues: IssueJson[]): [string, string][] => issues.map(({ id }) => ["issue", id]);
const field = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
const statesOf = async (project: TestProject) =>
  (await project.issues("")).map(({ state }) => state);

test("an issue is assigned only to members who can work on it", async () => {
  const project = await filled("assigning", 1);
  const [issue] = await project.issues();
  const path = `/assigning/issues/${issue!.shortId}`;
  const assignee = async () =>
    ((await project.issues())[0] as { assignee?: { name: string } | null }).assignee;

  expect(
    (
      await second.post(
        path,
        form([
          ["intent", "assign"],
          ["to", ana.email.toUpperCase()],
        ]),
      )
    ).status,
  ).toBe(303);
  expect((await assignee())?.name).toBeTruthy();
  const wrong = await mira.post(
    path,
    form([
      ["intent", "assign"],
      ["to", "nobody@example.com"],
    ]),
  );
  expect([wrong.status, wrong.text.includes("No project member who can be assigned")]).toEqual([
    422,
    true,
  ]);
  expect((await mira.get(`${path}/activity`)).text).toMatch(/assigned this to/);
  expect(
    (
      await mira.post(
        path,
        form([
          ["intent", "assign"],
          ["to", ""],
        ]),
      )
    ).status,
  ).toBe(303);
  expect(await assignee()).toBeNull();
});

test("a bulk action is reported and undone, except for later changes by members", async () => {
  const project = await filled("undoing", 3);
  const issues = await project.issues();
  const done = await mira.post(
    "/undoing/issues?query=",
    form([["intent", "resolve"], ...selected(issues)]),
  );
  expect([done.status, await statesOf(project)]).toEqual([
    303,
    ["resolved", "resolved", "resolved"],
  ]);
  const told = await mira.get(done.location!);
  expect(told.text).toContain("3 issues resolved.");
  expect((await second.get(done.location!)).text).not.toContain("3 issues resolved.");

  await second.post(`/undoing/issues/${issues[0]!.shortId}`, form([["intent", "ignore"]]));
  const undo = form([
    ["intent", "undo"],
    ["bulk", field(told.text, "bulk")],
  ]);
  const undone = await mira.post(done.location!, undo);
  expect(undone.status).toBe(303);
  expect((await mira.get(undone.location!)).text).toContain(
    "Undone. 2 issues restored. 1 issue skipped: changed since.",
  );
  expect((await statesOf(project)).toSorted()).toEqual(["ignored", "open", "open"]);
  const again = await mira.post(done.location!, undo);
  expect([again.status, again.text.includes("can no longer be undone")]).toEqual([422, true]);
});

test("all matching issues are those of the query at the list's time", async () => {
  const project = await filled("matching", 60);
  const page = await mira.get("/matching/issues?query=is:open+broke");
  expect(page.text).toContain("60 that match");
  await send(project, "broke: later");
  await project.waitForIssues(61);
  const all = (intent: string, ...more: [string, string][]) =>
    form([["intent", intent], ["all", "yes"], ["made", field(page.text, "made")], ...more]);
  const done = await mira.post(
    "/matching/issues?query=is:open+broke",
    all("assign", ["to", owner.email]),
  );
  expect((await mira.get(done.location!)).text).toContain("60 issues assigned to you.");

  const asked = await mira.post("/matching/issues?query=is:open+broke", all("delete"));
  expect([asked.status, /<h1>(.*?)<\/h1>/.exec(asked.text)?.[1]]).toEqual([
    422,
    "Delete 60 issues?",
  ]);
  await mira.post("/matching/issues?query=is:open+broke", all("delete", ["sure", "yes"]));
  await expect.poll(async () => (await project.issues("")).length).toBe(1);
});

test("an action that overrides another member's is a conflict and shows both", async () => {
  const project = await filled("quicker", 2);
  const [issue, other] = await project.issues();
  const path = `/quicker/issues/${issue!.shortId}`;
  const seen = field((await mira.get(path)).text, "seen");
  expect(
    (
      await second.post(
        path,
        form([
          ["intent", "resolve"],
          ["seen", seen],
        ]),
      )
    ).status,
  ).toBe(303);

  // A change of another field conflicts with nothing, and neither does the same change.
  expect(
    (
      await mira.post(
        path,
        form([
          ["intent", "assign"],
          ["to", owner.email],
          ["seen", seen],
        ]),
      )
    ).status,
  ).toBe(303);
  expect(
    (
      await mira.post(
        path,
        form([
          ["intent", "resolve"],
          ["seen", seen],
        ]),
      )
    ).status,
  ).toBe(303);
  const conflict = await mira.post(
    path,
    form([
      ["intent", "ignore"],
      ["seen", seen],
    ]),
  );
  expect(conflict.status).toBe(409);
  for (const piece of [
    "Changed by another member",
    "resolved this",
    "created this issue",
    "Keep their change",
  ])
    expect(conflict.text).toContain(piece);
  expect((await project.issues("is:resolved")).map(({ id }) => id)).toEqual([issue!.id]);

  const list = await mira.post(
    "/quicker/issues",
    form([["intent", "ignore"], ["seen", seen], ...selected([issue!, other!])]),
  );
  expect([list.status, list.text.includes(issue!.shortId)]).toEqual([409, true]);
  expect((await project.issues("is:ignored")).map(({ id }) => id)).toEqual([other!.id]);
  const insist = form([
    ["intent", "ignore"],
    ["seen", field(conflict.text, "seen")],
  ]);
  expect((await mira.post(path, insist)).status).toBe(303);
  expect(await statesOf(project)).toEqual(["ignored", "ignored"]);
});

test("deletion removes events, optionally discards future ones, and can be restored", async () => {
  const project = await filled("deleting", 2);
  const [issue] = await project.issues();
  const { eventId } = await project.latestEvent(issue!);
  const deleted = await mira.post(
    `/deleting/issues/${issue!.shortId}`,
    form([
      ["intent", "delete"],
      ["discard", "yes"],
    ]),
  );
  expect([
    deleted.status,
    (await mira.get(deleted.location!)).text.includes("1 issue deleted."),
  ]).toEqual([303, true]);
  expect((await mira.get(`/deleting/issues/${issue!.shortId}`)).status).toBe(404);
  expect((await project.get(`/issues/${issue!.id}/events/${eventId}.json`)).status).toBe(404);

  await send(project, issue!.title);
  const page = async () => (await mira.get("/deleting/settings/discarded")).text;
  await expect.poll(page).toMatch(/<td class="number wide">1<\/td>/);
  expect((await project.issues("")).length).toBe(1);
  await expect
    .poll(async () => (await mira.get("/deleting/settings/intake")).text)
    .toContain("discarded issue");

  const lifted = await mira.post(
    "/deleting/settings/discarded",
    form([
      ["intent", "lift"],
      ["issue", issue!.id],
    ]),
  );
  expect(lifted.status).toBe(303);
  await send(project, issue!.title);
  await project.waitForIssues(2);
  expect((await mira.get("/deleting/settings/audit")).text).toMatch(/deleted issues:/);
});

test("an action on an issue page is reported on any tab and can be undone", async () => {
  const project = await filled("one-undone", 1);
  const [issue] = await project.issues();
  const path = `/one-undone/issues/${issue!.shortId}`;
  const seen = field((await mira.get(path)).text, "seen");
  const act = (fields: [string, string][]) =>
    mira.post(path, form([["seen", seen], ["next", `${path}/tags`], ...fields]));
  const done = await act([["intent", "resolve"]]);
  expect([done.status, await statesOf(project)]).toEqual([303, ["resolved"]]);
  const told = await mira.get(done.location!);
  expect(done.location).toContain(`${path}/tags?done=`);
  expect(told.main).toMatch(/<output[^>]*>Resolved\.<\/output>[\s\S]*>Undo</);
  expect((await second.get(done.location!)).main, "for others").not.toContain("Undo");
  const undo = form([
    ...(["bulk", "next"].map((name) => [name, field(told.main.replaceAll("&amp;", "&"), name)]) as [
      string,
      string,
    ][]),
    ["intent", "undo"],
  ]);
  const undone = await mira.post(path, undo);
  expect([undone.status, await statesOf(project)]).toEqual([303, ["open"]]);
  expect((await mira.get(undone.location!)).main).toMatch(/<output[^>]*>Undone\.<\/output>/);
  expect((await mira.post(path, undo)).status, "twice").toBe(422);
  const script = await mira.post(path, form([["intent", "resolve"]]));
  expect(script.location, "scripts send no `seen`").toBe(path);
});

test("a page refuses an unknown release, and a script one older than the latest", async () => {
  const project = await filled("releases", 1);
  const release = {
    event_id: randomUUID().replaceAll("-", ""),
    message: `broke: ${word(0)}`,
    platform: "node",
  };
  await sendEnvelope(spoor, project, envelopeOf({ ...release, release: "web@2.4.1" }));
  await project.waitForIssues(1, 2);
  const [issue] = await project.issues();
  const path = `/releases/issues/${issue!.shortId}`;
  const seen = field((await mira.get(path)).text, "seen");
  const resolveIn = (version: string, more: [string, string][] = []) =>
    mira.post(path, form([["intent", "resolve-in"], ["release", version], ...more]));
  const refused = await resolveIn("web@9.9.9", [["seen", seen]]);
  expect(refused.status).toBe(422);
  expect(refused.main).toContain("No release has this version. Did you mean web@2.4.1?");
  expect(refused.main).toMatch(
    /<input[^>]*aria-invalid="true"[^>]*value="web@9\.9\.9"|value="web@9\.9\.9"[^>]*aria-invalid="true"/,
  );
  expect((await resolveIn("web@2.3.9")).status).toBe(422);
  expect(await statesOf(project)).toEqual(["open"]);
  expect((await resolveIn("web@2.5.0")).status, "about to be deployed").toBe(303);
  expect((await resolveIn("web@2.4.1", [["seen", seen]])).status).toBe(303);
});

test("users affected have their email address and a link to their issues", async () => {
  const project = await filled("users", 0);
  for (const [message, user] of [
    ["first", { id: "42", email: "jonas@example.com" }],
    ["first", { id: "43" }],
    ["second", { id: "42", email: "jonas@example.com" }],
  ] as const)
    await sendEnvelope(
      spoor,
      project,
      envelopeOf({ event_id: randomUUID().replaceAll("-", ""), message, platform: "node", user }),
    );
  const issues = await project.waitForIssues(2, 3);
  const first = issues.find(({ title }) => title.includes("first"))!;
  const rows = (await mira.get(`/users/issues/${first.shortId}/tags/user`)).main.split("<tr>");
  const rowOf = (id: string) => rows.find((row) => row.includes(`>${id}</a>`))!;
  expect(rowOf("42")).toContain("jonas@example.com");
  expect(rowOf("43")).not.toContain("jonas@example.com");
  const link = /href="([^"]*)"[^>]*>All issues</.exec(rowOf("42"))![1]!;
  const found = await mira.get(link.replaceAll("&amp;", "&"));
  expect(found.main).toContain("first");
  expect(found.main).toContain("second");
  const event = await mira.get(`/users/issues/${first.shortId}/events/oldest`);
  expect(event.main).toContain("All issues of this user");
});
