import { expect, test } from "vitest";

import { decideInBulk, undoInBulk } from "#server/domain/issue/bulk-act.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { resolve } from "#server/domain/issue/triage.ts";
import type { User } from "#server/domain/people/person.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { DecideIssue, NewBulkAct } from "#server/storage/bulk/bulk-store.ts";
import type { Store } from "#server/storage/store.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { noChanges } from "#tests/storage/no-changes.ts";
import {
  dayMs,
  digestSamples,
  eventIdOf,
  hashOf,
  hourMs,
  newProject,
  noon,
  reread,
} from "#tests/storage/sample.ts";

const everything = { states: [], levels: [], words: [] };

export async function newPerson(store: Store, name: string): Promise<User> {
  const person = { email: `${name}@example.com`, name, passwordHash: "$", createdAt: noon };
  return (await store.people.create({ ...person, role: "member" })) as User;
}

async function begun(
  store: Store,
  names: string[],
  act: NewBulkAct["act"] = { intent: "resolve" },
) {
  const project = await newProject(store);
  const issues = await digestSamples(
    store,
    project,
    names.map((name) => ({ issue: `${project.id} ${name}`, name: `${project.id} ${name}` })),
  );
  const person = await newPerson(store, `person-${project.id}`);
  const all = [...issues.values()];
  const filter = { query: everything, ids: all.map(({ id }) => id) };
  const bulk = {
    projectId: project.id,
    by: person.id,
    at: noon + 1,
    act,
    filter,
    total: all.length,
  } as const;
  return { project, person, all, bulk };
}

const statesOf = (store: Store, issues: Issue[]) =>
  Promise.all(issues.map(async (issue) => (await reread(store, issue)).state.state));

export function bulkContract(bench: Bench): void {
  test("a bulk action runs in batches, once each, and its undo skips later changes", async () => {
    const { store } = bench;
    const { project, all, bulk } = await begun(store, ["a", "b", "c"]);
    const decide: DecideIssue = (issue, since) => decideInBulk(bulk, issue, since);
    const ids = all.map(({ id }) => id);
    const first = await store.bulk.begin(
      bulk,
      { issueIds: ids.slice(0, 2), cursor: "there" },
      decide,
    );
    expect(first).toMatchObject({
      stage: "acting",
      done: 2,
      changed: 2,
      cursor: "there",
      total: 3,
    });
    expect(await store.bulk.underWay()).toEqual([first]);
    const second = await store.bulk.advance(first, { issueIds: ids.slice(2) }, decide);
    expect(second).toMatchObject({ stage: "done", done: 3, changed: 3 });
    expect(
      await store.bulk.advance(first, { issueIds: ids.slice(2) }, decide),
      "done by somebody else",
    ).toEqual(second);
    expect(await statesOf(store, all)).toEqual(["resolved", "resolved", "resolved"]);

    await store.issues.transition(project.id, [ids[0]!], (issue) =>
      resolve(issue, { kind: "release", version: "2.0" }, noon + 2, { kind: "system" }),
    );
    expect((await store.bulk.beginUndo(project.id, first.id))?.stage).toBe("undoing");
    const undo = (issue: Issue, before: Parameters<typeof undoInBulk>[2]) =>
      undoInBulk(second, issue, before, noon + 3);
    expect(await store.bulk.advanceUndo(first.id, 1, undo)).toMatchObject({
      stage: "undoing",
      restored: 0,
      leftAlone: 1,
    });
    expect(await store.bulk.advanceUndo(first.id, 9, undo)).toMatchObject({
      stage: "undone",
      restored: 2,
      leftAlone: 1,
    });
    expect(await statesOf(store, all)).toEqual(["resolved", "open", "open"]);
    expect(await store.bulk.beginUndo(project.id, first.id), "once").toBeUndefined();
    expect(await store.bulk.evict(noon + dayMs)).toBe(1);
    expect(await store.bulk.find(project.id, first.id)).toBeUndefined();
  });

  test("a transition reads changes by others and records the assignee's name", async () => {
    const { store } = bench;
    const { project, all, bulk, person } = await begun(store, ["a"]);
    const seen = await store.issues.newestActivity();
    const ana = await newPerson(store, "ana");
    const by = { kind: "user", id: ana.id } as const;
    const [given] = await store.issues.transition(project.id, [all[0]!.id], (issue) => ({
      state: issue.state,
      assignee: person.id,
      activity: { issueId: issue.id, at: noon + 1, by, what: { kind: "assigned", to: person.id } },
    }));
    expect(given?.assignee).toEqual({ id: person.id, name: person.name });
    const told = { what: { kind: "assigned", to: person.id }, byName: "ana", toName: person.name };
    expect(await store.issues.activitySince(all[0]!.projectId, all[0]!.id, seen)).toMatchObject([
      told,
    ]);
    const toNobody = { ...bulk, act: { intent: "assign", to: null }, seen } as const;
    const done = await store.bulk.begin(toNobody, { issueIds: [all[0]!.id] }, (issue, since) =>
      decideInBulk(toNobody, issue, since),
    );
    expect(done).toMatchObject({ stage: "done", changed: 0, conflicts: 1 });
    expect((await reread(store, all[0]!)).assignee?.id).toBe(person.id);
  });

  test("deleted issues and their events vanish at once and leave nothing in any file", async () => {
    const { store } = bench;
    const { project, all, bulk } = await begun(store, ["a", "b"], {
      intent: "delete",
      discard: true,
    });
    const [goner, stayer] = all as [Issue, Issue];
    const name = `${project.id} a`;
    expect(await store.events.find(project.id, eventIdOf(name))).toBeDefined();
    const ofEvent = { projectId: project.id, eventId: eventIdOf(name), receivedAt: noon };
    const file = {
      name: "log.txt",
      contentType: "text/plain",
      kind: "event.attachment",
      digest: "d",
      byteLength: 4,
    };
    const attachments = [{ ...ofEvent, ...file, at: noon, bytes: Buffer.from("text") }];
    await store.digest((transaction) => transaction.save({ ...noChanges, attachments }));
    expect(await store.attachments.list(ofEvent)).toHaveLength(1);
    const issueIds = [goner.id];
    await store.bulk.begin(bulk, { issueIds }, () => ({ intent: "delete", discard: true }));
    expect(await store.issues.find(project.id, { id: goner.id })).toBeUndefined();
    expect(await store.events.find(project.id, eventIdOf(name)), "found by nobody").toBeUndefined();
    expect(await store.issues.counts(project.id)).toMatchObject({ all: 1 });
    expect(await store.discards.emptying(project.id)).toBe(1);
    while (await store.discards.emptySlice());
    expect(await store.discards.emptying(project.id)).toBe(0);
    expect(await store.attachments.list(ofEvent)).toEqual([]);
    expect((await store.events.pick(goner, "latest"))?.eventId).toBeUndefined();
    expect((await store.events.pick(await reread(store, stayer), "latest"))?.eventId).toBe(
      eventIdOf(`${project.id} b`),
    );
    await expectDiscarded(store, project, goner);
  });

  test("finds issues waiting to escalate, inactive issues, and possible assignees", async () => {
    const { store } = bench;
    const { project, all, person } = await begun(store, ["a", "b"]);
    await store.issues.transition(project.id, [all[0]!.id], (issue) => ({
      state: { state: "ignored", at: noon, until: { kind: "escalates" } },
      activity: { issueId: issue.id, at: noon, by: { kind: "system" }, what: { kind: "reopened" } },
    }));
    const waiting = { projectId: project.id, id: all[0]!.id };
    expect(await store.issues.waitingToEscalate(noon, 10)).toEqual([waiting]);
    expect(await store.issues.waitingToEscalate(noon + hourMs, 10)).toEqual([]);
    expect(await store.issues.inactive(project.id, noon, 10)).toEqual([all[1]!.id]);
    expect(await store.issues.inactive(project.id, noon - 1, 10)).toEqual([]);
    expect(await store.issues.countMatching({ projectId: project.id, query: everything }, 10)).toBe(
      2,
    );
    expect(await store.issues.countMatching({ projectId: project.id, query: everything }, 1)).toBe(
      1,
    );

    expect(await store.issues.assignable(project.id)).toEqual([]);
    await store.people.setMembership(project.id, person.id, "developer");
    const { id, email } = person;
    expect(await store.issues.assignable(project.id)).toEqual([{ id, name: person.name, email }]);
    await store.people.setMembership(project.id, person.id, "viewer");
    expect(await store.issues.assignable(project.id)).toEqual([]);
  });
}

/** Events with its fingerprint are counted as discarded until it is restored. */
async function expectDiscarded(
  store: Store,
  { id: projectId }: Project,
  { id, shortId }: Issue,
): Promise<void> {
  const come = [{ projectId, hashes: [hashOf(`${projectId} a`)], receivedAt: noon + 5 }];
  const ask = () => store.digest((transaction) => transaction.discard(come));
  expect(await ask()).toEqual([true]);
  const [discarded] = await store.discards.list(projectId);
  expect(discarded).toMatchObject({
    issueId: id,
    shortId,
    fingerprints: 1,
    dropped: 1,
    lastDroppedAt: noon + 5,
  });
  expect(await store.discards.lift(projectId, id)).toBe(true);
  expect(await store.discards.lift(projectId, id)).toBe(false);
  expect(await ask()).toEqual([false]);
}
