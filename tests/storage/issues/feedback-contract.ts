import { expect, test } from "vitest";
import type { EventId, IssueId, ProjectId } from "#server/domain/ids.ts";
import type {
  NewAttachment,
  ReceivedAttachment,
} from "#server/storage/attachments/attachment-store.ts";
import { feedbackKey, type NewFeedback } from "#server/storage/feedback/feedback-store.ts";
import { eventKey } from "#server/storage/digest/digest-store.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { noChanges } from "#tests/storage/no-changes.ts";
import {
  dayMs,
  digestSamples,
  eventIdOf,
  hashOf,
  newProject,
  noon,
} from "#tests/storage/sample.ts";

type Words = Partial<NewFeedback> & { message: string };

export function feedbackContract(bench: Bench): void {
  const made = (projectId: ProjectId, { message, ...more }: Words): NewFeedback => ({
    projectId,
    feedbackId: eventIdOf(`feedback ${message}`),
    receivedAt: noon,
    message,
    ...more,
  });
  const write = (projectId: ProjectId, ...words: Words[]) =>
    bench.store.digest((transaction) =>
      transaction.save({ ...noChanges, feedback: words.map((each) => made(projectId, each)) }),
    );
  const messages = async (
    filter: Partial<Parameters<typeof bench.store.feedback.list>[0]> & { projectId: ProjectId },
  ) =>
    (await bench.store.feedback.list({ limit: 50, ...filter })).rows.map(({ message }) => message);

  test("feedback is read back as written, newest first, page by page", async () => {
    const { id } = await newProject(bench.store);
    const other = await newProject(bench.store);
    await write(other.id, { message: "elsewhere" });
    const whole: Words = {
      message: "a\nb",
      name: "Ada",
      email: "ada@example.com",
      url: "https://x.example/?q=1",
      environment: "production",
      release: "web@1",
      aboutEvent: eventIdOf("never came"),
    };
    await write(id, whole, { message: "second" });
    await write(id, { message: "third" });
    const first = await bench.store.feedback.list({ projectId: id, limit: 2 });
    expect(first.rows.map(({ message }) => message)).toEqual(["third", "second"]);
    const rest = await bench.store.feedback.list({ projectId: id, limit: 2, cursor: first.next });
    expect(rest).toEqual({
      rows: [{ ...made(id, whole), id: expect.any(Number) as number, state: "unread" }],
    });
  });

  test("feedback is stored once, and known feedback is recognized", async () => {
    const { id } = await newProject(bench.store);
    await write(id, { message: "once" });
    await write(id, { message: "once" }, { message: "twice" });
    expect(await messages({ projectId: id })).toEqual(["twice", "once"]);
    const asked = ["once", "never"].map((message) => made(id, { message }));
    const kept = await bench.store.digest((transaction) => transaction.feedbackKept(asked));
    expect([...kept]).toEqual([feedbackKey(asked[0]!)]);
  });

  test("feedback joins its event's issue in either order and outlives it", async () => {
    const project = await newProject(bench.store);
    const aboutEvent = eventIdOf("late");
    await write(
      project.id,
      { message: "before", aboutEvent },
      { message: "about another", aboutEvent: eventIdOf("x") },
    );
    const issues = await digestSamples(bench.store, project, [{ issue: "a", name: "late" }]);
    const issue = issues.get("a")!;
    const events = [aboutEvent, eventIdOf("x")].map((eventId) => ({
      projectId: project.id,
      eventId,
    }));
    const found = await bench.store.digest((transaction) => transaction.issuesOfEvents(events));
    expect([...found]).toEqual([[eventKey(events[0]!), issue.id]]);
    await write(project.id, { message: "after", aboutEvent, issueId: issue.id });

    expect(await messages({ projectId: project.id, issueId: issue.id })).toEqual([
      "after",
      "before",
    ]);
    const [after] = (await bench.store.feedback.list({ projectId: project.id, limit: 1 })).rows;
    expect(after!.issue).toMatchObject({ id: issue.id, shortId: issue.shortId });
    expect(
      (await bench.store.feedback.aboutEvent(project.id, aboutEvent)).map(({ message }) => message),
    ).toEqual(["after", "before"]);
    expect(await bench.store.feedback.countOf(project.id, issue.id)).toBe(2);
    await bench.store.feedback.setState(project.id, [after!.id], "spam");
    expect(await bench.store.feedback.countOf(project.id, issue.id)).toBe(1);
    expect(await bench.store.feedback.countOf(project.id, (issue.id + 1) as IssueId)).toBe(0);
  });

  test("feedback follows its event through merges and unmerges", async () => {
    const project = await newProject(bench.store);
    const issues = await digestSamples(bench.store, project, [
      { issue: "a", name: "a1" },
      { issue: "b", name: "b1" },
    ]);
    const [a, b] = [issues.get("a")!, issues.get("b")!];
    const about = (name: string, issueId: IssueId): Words => ({
      message: name,
      aboutEvent: eventIdOf(name),
      issueId,
    });
    await write(project.id, about("a1", a.id), about("b1", b.id));
    const { groupings } = bench.store;
    const act = { at: noon, by: { kind: "system" } } as const;
    await groupings.merge(project.id, { from: [b.id], into: a.id, ...act });
    expect(await messages({ projectId: project.id, issueId: a.id })).toEqual(["b1", "a1"]);
    // The event's row still names the deleted issue.
    await write(project.id, {
      ...about("b1", b.id),
      feedbackId: eventIdOf("late words"),
      message: "late",
    });
    expect(await messages({ projectId: project.id, issueId: a.id })).toEqual(["late", "b1", "a1"]);

    while (await groupings.moveEvents());
    const name = { type: "E", value: "b again", culprit: "" };
    const part = await groupings.split(project.id, {
      issue: a.id,
      hashes: [hashOf("b")],
      name,
      ...act,
    });
    if (typeof part === "string") throw new Error(part);
    while (await groupings.moveEvents());
    expect(await messages({ projectId: project.id, issueId: a.id })).toEqual(["a1"]);
    expect(await messages({ projectId: project.id, issueId: part.id })).toEqual(["late", "b1"]);
  });

  test("states are set per project, counted, and filtered like text, environment, and time", async () => {
    const { id } = await newProject(bench.store);
    const other = await newProject(bench.store);
    const old = { message: "Old Words", environment: "staging", receivedAt: noon - dayMs };
    await write(id, old, { message: "new", email: "NEW@example.com" });
    const [newest, oldest] = (await bench.store.feedback.list({ projectId: id, limit: 9 })).rows;
    expect(await bench.store.feedback.setState(other.id, [newest!.id], "spam")).toBe(0);
    expect(await bench.store.feedback.setState(id, [oldest!.id, 999], "resolved")).toBe(1);
    expect(await bench.store.feedback.counts(id)).toEqual({ unread: 1, resolved: 1, spam: 0 });
    expect(await bench.store.feedback.countUnread(id, 9)).toBe(1);
    expect(await bench.store.feedback.countUnread(id, 0)).toBe(0);
    for (const [filter, expected] of [
      [{ state: "resolved" }, ["Old Words"]],
      [{ text: "old w" }, ["Old Words"]],
      [{ text: "new@" }, ["new"]],
      [{ environment: "staging" }, ["Old Words"]],
      [{ since: noon }, ["new"]],
      [{ text: "%" }, []],
    ] as const)
      expect(await messages({ projectId: id, ...filter }), JSON.stringify(filter)).toEqual(
        expected,
      );
  });
}

export function attachmentContract(bench: Bench): void {
  const file = (
    projectId: ProjectId,
    eventId: EventId,
    name: string,
    bytes = Buffer.from(name),
  ): ReceivedAttachment => ({
    projectId,
    eventId,
    receivedAt: noon,
    at: noon,
    name,
    contentType: "text/plain",
    kind: "event.attachment",
    bytes,
    byteLength: bytes.byteLength,
    digest: `digest ${name}`,
    preview: name,
  });
  const write = (...attachments: NewAttachment[]) =>
    bench.store.digest((transaction) => transaction.save({ ...noChanges, attachments }));

  test("attachments of an event are listed in order and read back byte for byte", async () => {
    const { id } = await newProject(bench.store);
    const eventId = eventIdOf("e");
    const noise = Buffer.from(
      Array.from({ length: 2_500_000 }, (_, at) => (at * at * 31 + at) >> 3),
    );
    const text = Buffer.from("the same line\n".repeat(200_000));
    await write(file(id, eventId, "noise", noise), file(id, eventIdOf("other"), "not mine"));
    await write(
      { ...file(id, eventId, "text", text), at: noon + dayMs },
      file(id, eventId, "empty", Buffer.alloc(0)),
    );
    const listed = await bench.store.attachments.list({ projectId: id, eventId, receivedAt: noon });
    expect(listed.map(({ name, byteLength }) => [name, byteLength])).toEqual([
      ["noise", 2_500_000],
      ["text", text.byteLength],
      ["empty", 0],
    ]);
    for (const [at, content] of [noise, text, Buffer.alloc(0)].entries()) {
      const open = (await bench.store.attachments.open(id, eventId, listed[at]!.id))!;
      expect(open.attachment).toEqual(listed[at]);
      const chunks: Uint8Array[] = [];
      for await (const chunk of open.chunks()) chunks.push(chunk);
      expect(Buffer.concat(chunks).equals(content)).toBe(true);
    }
  });

  test("attachments are found by project, event, and number only; known ones are recognized", async () => {
    const { id } = await newProject(bench.store);
    const other = await newProject(bench.store);
    const eventId = eventIdOf("e");
    const mine = file(id, eventId, "mine");
    await write(mine);
    const [{ id: number } = { id: 0 }] = await bench.store.attachments.list({
      projectId: id,
      eventId,
      receivedAt: noon,
    });
    expect(await bench.store.attachments.open(other.id, eventId, number)).toBeUndefined();
    expect(await bench.store.attachments.open(id, eventIdOf("f"), number)).toBeUndefined();
    expect(await bench.store.attachments.open(id, eventId, number + 1)).toBeUndefined();
    const asked = [mine, file(id, eventId, "new"), { ...mine, projectId: other.id }];
    const kept = await bench.store.digest((transaction) => transaction.attachmentsKept(asked));
    expect(kept.size).toBe(1);
  });
}
