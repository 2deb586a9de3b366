import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { comment } from "#server/commands/comments.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { User } from "#server/domain/people/person.ts";
import type { Project } from "#server/domain/project/project.ts";
import { commentNoticeKey } from "#server/storage/discussion/discussion-store.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { sampleNotice } from "#tests/storage/alerts/notice-contract.ts";
import { digestSamples, newProject, noon } from "#tests/storage/sample.ts";

type Scene = { project: Project; issue: Issue; ada: User; bo: User };

async function scene({ store }: Bench): Promise<Scene> {
  const project = await newProject(store);
  const issue = (await digestSamples(store, project, [{ issue: "a", name: randomUUID() }])).get(
    "a",
  )!;
  const person = async (name: string) => {
    const email = `${name}-${randomUUID()}@example.com`;
    return (await store.people.create({
      email,
      name,
      role: "member",
      passwordHash: "$",
      createdAt: noon,
    })) as User;
  };
  return { project, issue, ada: await person("Ada"), bo: await person("Bo") };
}

const here = ({ projectId, id: issueId }: Issue) => ({ projectId, issueId });

const toAda = ({ id: userId }: User) => ({ kind: "person", userId }) as const;

const names = (list: { user: { name: string }; because: string }[]) =>
  list.map(({ user, because }) => `${user.name}: ${because}`).toSorted();

export function discussionContract(bench: Bench): void {
  test("a comment is stored with its activity, and author and mentioned members are subscribed", async () => {
    const { store } = bench;
    const { issue, ada, bo } = await scene(bench);
    await store.subscriptions.set(issue.projectId, issue.id, bo.id, "unsubscribed");
    const said = {
      ...here(issue),
      by: ada.id,
      at: noon,
      text: "It is the cart",
      mentioned: [bo.id],
    };
    const made = (await store.comments.add(said))!;
    expect(made).toMatchObject({
      text: "It is the cart",
      by: { id: ada.id, name: "Ada" },
      version: 1,
    });
    expect(await store.comments.list(issue.projectId, issue.id)).toEqual([made]);
    const [newest] = await store.issues.activity(issue.projectId, issue.id);
    expect(newest).toMatchObject({
      what: { kind: "commented", commentId: made.id },
      by: { kind: "user", id: ada.id },
    });
    expect(names(await store.subscriptions.list(issue.projectId, issue.id))).toEqual([
      "Ada: commented",
      "Bo: unsubscribed",
    ]);
    await store.subscriptions.set(issue.projectId, issue.id, bo.id, "subscribed");
    await store.subscriptions.join(issue.projectId, issue.id, [ada.id, bo.id], "assigned");
    expect(names(await store.subscriptions.list(issue.projectId, issue.id))).toEqual([
      "Ada: commented",
      "Bo: subscribed",
    ]);
  });

  test("comments on a merged issue go to the merge target", async () => {
    const { store } = bench;
    const { project, issue, ada, bo } = await scene(bench);
    const into = (await digestSamples(store, project, [{ issue: "b", name: randomUUID() }])).get(
      "b",
    )!;
    const merged = { from: [issue.id], into: into.id, at: noon, by: { kind: "system" } as const };
    await store.groupings.merge(project.id, merged);
    const said = {
      ...here(issue),
      by: ada.id,
      at: noon,
      text: "It is the cart",
      mentioned: [bo.id],
    };
    expect(await store.comments.add(said)).toBeUndefined();
    await store.subscriptions.set(issue.projectId, issue.id, ada.id, "subscribed");
    for (const { id } of [issue, into])
      expect(await store.subscriptions.list(project.id, id)).toEqual([]);
    const viewer = { user: ada, memberships: [] };
    expect(
      await comment({ store, now: () => noon }, viewer, issue, "It is the cart"),
    ).toMatchObject({
      by: { id: ada.id },
    });
    const [there] = await store.comments.list(project.id, into.id);
    expect(there?.text).toBe("It is the cart");
  });

  test("of two edits of the same version, the second gets the first one's text", async () => {
    const { comments } = bench.store;
    const { issue, ada } = await scene(bench);
    const { id } = (await comments.add({
      ...here(issue),
      by: ada.id,
      at: noon,
      text: "one",
      mentioned: [],
    }))!;
    const change = (text: string) =>
      comments.edit(issue.projectId, issue.id, id, {
        text,
        version: 1,
        by: ada.id,
        at: noon + 1,
        mentioned: [],
      });
    const outcomes = await Promise.all([change("two"), change("three")]);
    const winner = outcomes.find((outcome) => outcome?.saved)!.comment;
    expect(outcomes.filter((outcome) => outcome?.saved)).toHaveLength(1);
    expect(outcomes.map((outcome) => outcome?.comment)).toEqual([winner, winner]);
    expect(winner).toMatchObject({ version: 2, editedAt: noon + 1 });
    expect(await comments.find(issue.projectId, issue.id, id)).toEqual(winner);
  });

  test("a deleted comment loses its text, in notices too; other issues' comments are not found", async () => {
    const { store } = bench;
    const { project, issue, ada } = await scene(bench);
    const other = await scene(bench);
    const { id } = (await store.comments.add({
      ...here(issue),
      by: ada.id,
      at: noon,
      text: "hunter2",
      mentioned: [],
    }))!;
    const notice = sampleNotice(project.id, `${commentNoticeKey(id)}commented:${ada.id}`);
    await store.notices.add([
      notice,
      sampleNotice(project.id, `comment:${id}0:commented:${ada.id}`),
    ]);
    expect(await store.comments.find(other.issue.projectId, other.issue.id, id)).toBeUndefined();
    expect(
      await store.comments.remove(other.issue.projectId, other.issue.id, id, noon + 2),
    ).toBeUndefined();
    expect(await store.comments.remove(issue.projectId, issue.id, id, noon + 2)).toMatchObject({
      text: "",
      deletedAt: noon + 2,
    });
    expect(await store.comments.remove(issue.projectId, issue.id, id, noon + 3)).toBeUndefined();
    const edit = { text: "back", version: 2, by: ada.id, at: noon + 3, mentioned: [] };
    expect(await store.comments.edit(issue.projectId, issue.id, id, edit)).toBeUndefined();
    const lanes = (await store.notices.waiting()).filter(
      ({ projectId }) => projectId === project.id,
    );
    expect(
      lanes.map(({ count }) => count),
      "the one of comment 10 times its number stays",
    ).toEqual([1]);
  });

  test("deleting a comment removes its text, and no other, from quoting messages", async () => {
    const { store } = bench;
    const { project, issue, ada } = await scene(bench);
    const { id } = (await store.comments.add({
      ...here(issue),
      by: ada.id,
      at: noon,
      text: "hunter2",
      mentioned: [],
    }))!;
    const told = {
      ...sampleNotice(project.id, `${commentNoticeKey(id)}commented:${ada.id}`),
      to: toAda(ada),
    };
    const quote = (path: string, said: string) => ({
      ...told.notice,
      body: [said],
      about: { text: "SHOP-1", path },
    });
    const path = `/shop/issues/SHOP-1/activity#comment-${id}`;
    await store.notices.add([{ ...told, notice: quote(path, "hunter2") }]);
    const [waiting] = (await store.notices.waiting()).filter(
      ({ projectId }) => projectId === project.id,
    );
    const message = { notices: [quote(path, "hunter2"), quote(`${path}0`, "stays")], more: 0 };
    const messageId = randomUUID();
    const delivery = { messageId, receiver: "mail", target: { kind: "mail", to: ada.id } } as const;
    const lane = { to: toAda(ada), projectId: project.id, isTest: false };
    await store.deliveries.plan({ ...waiting!, lane, at: noon, message, deliveries: [delivery] });
    await store.comments.remove(issue.projectId, issue.id, id, noon + 1);
    const { rows } = await store.deliveries.list({ limit: 100 });
    const sent = rows.find((row) => row.messageId === messageId);
    expect(sent?.message.notices.map(({ body }) => body)).toEqual([
      ["The comment was deleted."],
      ["stays"],
    ]);
  });

  test("ownership rules and notification settings are stored as given", async () => {
    const { store } = bench;
    const { project, ada, bo } = await scene(bench);
    expect(await store.ownership.read(project.id)).toBeUndefined();
    await store.ownership.write(project.id, { rules: "a", autoAssign: false });
    await store.ownership.write(project.id, { rules: "b", autoAssign: true });
    expect(await store.ownership.read(project.id)).toEqual({ rules: "b", autoAssign: true });

    await store.noticeChoices.save(ada.id, {
      unwanted: ["resolved"],
      reaches: [{ projectId: project.id, reach: "nothing" }],
      weekly: false,
    });
    await store.noticeChoices.stop(ada.id, "commented");
    await store.noticeChoices.stop(ada.id, "commented");
    expect((await store.noticeChoices.inProject(project.id)).get(ada.id)).toEqual({
      unwanted: ["commented", "resolved"],
      reach: "nothing",
    });
    expect((await store.noticeChoices.inProject(project.id)).get(bo.id)).toBeUndefined();
    await store.noticeChoices.save(ada.id, { unwanted: [], reaches: [], weekly: true });
    expect(await store.noticeChoices.of(ada.id)).toEqual({
      unwanted: [],
      reaches: [],
      weekly: true,
    });
    expect(
      (await store.noticeChoices.weekly()).filter((id) => [ada.id, bo.id].includes(id)),
    ).toEqual([ada.id]);
    await store.noticeChoices.stop(ada.id, "weekly");
    await store.noticeChoices.stop(ada.id, "weekly");
    expect(await store.noticeChoices.of(ada.id)).toEqual({
      unwanted: [],
      reaches: [],
      weekly: false,
    });
    await store.noticeChoices.save(bo.id, { unwanted: [], reaches: [], weekly: true });
    expect(await store.noticeChoices.weekly()).toContain(bo.id);
  });

  test("readers are members and owners with an enabled account", async () => {
    const { store } = bench;
    const { project, ada, bo } = await scene(bench);
    await store.members.add({ projectId: project.id, userId: ada.id, role: "viewer" });
    await store.members.add({ projectId: project.id, userId: bo.id, role: "admin" });
    await store.accounts.change(bo.id, { kind: "disable", at: noon }, () => undefined);
    const readers = (await store.members.readers(project.id)).filter(
      ({ role }) => role === "member",
    );
    expect(readers.map(({ id }) => id)).toEqual([ada.id]);
  });
}
