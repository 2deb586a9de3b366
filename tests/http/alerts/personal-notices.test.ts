import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSeal } from "#server/commands/sign-in/seal.ts";
import { unsubscribePath } from "#server/commands/people/unsubscribe.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Notice } from "#server/domain/notice/notice.ts";
import { readKeyFile } from "#server/start/key-file.ts";
import { fillProject } from "#tests/harness/data/filled-project.ts";
import { makePeople, type People } from "#tests/harness/people/people.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";

let spoor: Spoor;
let people: People;
let project: TestProject;
let issue: string;
beforeAll(async () => {
  spoor = await startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } });
  await makeOwner(spoor);
  project = await makeProject(spoor, "shop");
  const other = await makeProject(spoor, "other");
  issue = `/shop/issues/${(await fillProject(spoor, project))[":issue"]}`;
  people = await makePeople(spoor, project.id as ProjectId, other.id as ProjectId);
  // The log's reader starts at the current position.
  await eventually(
    async () => (await people.store.notices.positions("people")).position !== undefined,
  );
});
afterAll(async () => {
  await people.close();
  await spoor.remove();
});

type Who = keyof People["users"];

async function ask(who: Who | "nobody", path: string, form?: Record<string, string>) {
  const headers = who === "nobody" ? {} : await people.session(people.users[who]);
  const body = form && { method: "POST", body: new URLSearchParams(form) };
  const answer = await fetch(spoor.url + path, { headers, redirect: "manual", ...body });
  return {
    status: answer.status,
    location: answer.headers.get("location"),
    text: await answer.text(),
  };
}

async function eventually(holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await pause(50))
    if (await holds()) return;
  throw new Error("It never came true.");
}

/** Waits until all earlier activity is notified. */
async function told(): Promise<(Notice & { to: string })[]> {
  const newest = await people.store.issues.newestActivity();
  await eventually(
    async () => ((await people.store.notices.positions("people")).position ?? 0) >= newest,
  );
  const database = new DatabaseSync(join(spoor.dataFolder, "spoor.db"), { readOnly: true });
  const rows = database.prepare("SELECT recipient, notice FROM notices ORDER BY id").all() as {
    recipient: string;
    notice: string;
  }[];
  database.close();
  const names = new Map(
    Object.entries(people.users).map(([name, { id }]) => [`person:${id}`, name]),
  );
  return rows.map(({ recipient, notice }) => ({
    ...(JSON.parse(notice) as Notice),
    to: names.get(recipient) ?? recipient,
  }));
}

/** Recipients and topics of notifications caused by `act`, in any order. */
async function heard(act: () => Promise<unknown>): Promise<string[]> {
  const before = (await told()).length;
  await act();
  return (await told())
    .slice(before)
    .map(({ to, kind }) => `${to}: ${kind}`)
    .toSorted();
}

const say = (who: Who, text: string) => ask(who, `${issue}/activity`, { intent: "comment", text });

test("mentions and comments notify subscribers, never the author", async () => {
  expect(await heard(() => say("viewer", "I saw this, @viewer"))).toEqual([]);
  expect(await heard(() => say("developer", "So did **I**\n\n- look, @admin @stranger"))).toEqual([
    "admin: mentioned",
    "viewer: commented",
  ]);
  const notice = (await told()).find(({ kind }) => kind === "mentioned")!;
  expect(notice.body).toEqual(["So did I", "- look, @admin @stranger"]);
  expect(notice.subject).toMatch(/^developer mentioned you on SHOP-\d+: an error of shop$/);
  expect(notice.about.path).toMatch(/^\/shop\/issues\/SHOP-\d+\/activity#comment-\d+$/);
});

test("subscribers are notified of resolution and regression", async () => {
  expect(await heard(() => ask("developer", issue, { intent: "resolve" }))).toEqual([
    "admin: resolved",
    "viewer: resolved",
  ]);
  const again = await heard(async () => {
    const { body } = await project
      .get(`${issue.slice(5)}/events/latest.json`)
      .then(async (answer) => ({ body: (await answer.json()) as { raw: object } }));
    await sendEnvelope(
      spoor,
      project,
      envelopeOf({ ...body.raw, event_id: "b".repeat(32), timestamp: Date.now() / 1000 + 5 }),
    );
    await eventually(async () => (await project.issues())[0]!.substate === "regressed");
  });
  expect(again).toEqual([
    "admin: issue-regressed",
    "developer: issue-regressed",
    "viewer: issue-regressed",
  ]);
});

test("members choose notifications by topic, project, and email link", async () => {
  const all = {
    assigned: "yes",
    mentioned: "yes",
    commented: "yes",
    regressed: "yes",
    resolved: "yes",
    alerts: "yes",
  };
  const choose = (who: Who, form: Record<string, string>) =>
    ask(who, "/account/notifications", form);
  await choose("admin", { ...all, [`reach-${project.id}`]: "nothing" });
  await choose("owner", { ...all, [`reach-${project.id}`]: "everything" });
  expect(await heard(() => say("developer", "for @admin"))).toEqual([
    "owner: commented",
    "viewer: commented",
  ]);
  await choose("admin", { ...all, [`reach-${project.id}`]: "mine" });
  const { commented: _, ...less } = all;
  await choose("owner", less);
  expect(await heard(() => say("developer", "once more"))).toEqual([
    "admin: commented",
    "viewer: commented",
  ]);

  const link = unsubscribePath(
    createSeal(readKeyFile(spoor.dataFolder)),
    people.users.viewer.id,
    "commented",
  );
  const page = await ask("nobody", link);
  expect([page.status, page.text.includes("viewer@people.example")]).toEqual([200, true]);
  expect(await heard(() => say("developer", "opening it did nothing"))).toEqual([
    "admin: commented",
    "viewer: commented",
  ]);
  const done = await ask("nobody", link, { "List-Unsubscribe": "One-Click" });
  expect([done.status, done.text.includes("no longer receives")]).toEqual([200, true]);
  expect(await heard(() => say("developer", "and now @viewer"))).toEqual([
    "admin: commented",
    "viewer: mentioned",
  ]);
  expect((await ask("nobody", `${link.slice(0, -2)}xx`)).status).toBe(404);
  expect((await ask("viewer", "/account/notifications")).text).toMatch(
    /name="mentioned"[^>]*checked/,
  );
  expect((await ask("viewer", "/account/notifications")).text).not.toMatch(
    /name="commented"[^>]*checked/,
  );
});

test("an edit notifies only new mentions; a deleted comment is quoted nowhere", async () => {
  const id = /#comment-(\d+)$/.exec(
    (await say("developer", "the secret is hunter2, @owner")).location!,
  )![1]!;
  const edited = () =>
    ask("developer", `${issue}/activity`, {
      intent: "edit",
      id,
      version: "1",
      text: "the secret is hunter3, @owner @viewer",
    });
  expect(await heard(edited)).toEqual(["viewer: mentioned"]);
  await ask("developer", `${issue}/activity`, { intent: "delete", id });
  expect(JSON.stringify(await told())).not.toContain("hunter");
});
