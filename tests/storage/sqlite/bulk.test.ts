import { expect, test } from "vitest";
import { bulk, undoBulk } from "#server/commands/bulk.ts";
import type { IssueState } from "#server/domain/issue/state.ts";
import type { User, Viewer } from "#server/domain/people/person.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import { advanceBulkActs } from "#server/jobs/bulk-acts.ts";
import { emptyDeletedIssues } from "#server/jobs/empty-deleted-issues.ts";
import { resolveInactiveIssues, wakeEscalated } from "#server/jobs/watch-issues.ts";
import type { Store } from "#server/storage/store.ts";
import { dayMs, digestSamples, hourMs, newProject, noon } from "#tests/storage/sample.ts";
import { newFolder, withStore } from "./folder.ts";

const everything = { states: [], levels: [], words: [] };
const open = { ...everything, states: ["open" as const] };

async function owner(store: Store): Promise<{ viewer: Viewer; asker: object }> {
  const person = {
    email: "mira@example.com",
    name: "mira",
    role: "owner",
    passwordHash: "$",
    createdAt: noon,
  } as const;
  const user = (await store.people.create(person)) as User;
  return { viewer: { user, memberships: [] } as unknown as Viewer, asker: { user } };
}

const fill = (store: Store, project: Project, issues: number, name = "") =>
  digestSamples(
    store,
    project,
    Array.from({ length: issues }, (_, index) => ({
      issue: `${name} ${index}`,
      name: `${name} ${index}`,
      at: noon + index,
    })),
  );

const countOf = (store: Store, { id: projectId }: Project, state: "open" | "resolved") =>
  store.issues.countMatching({ projectId, query: { ...everything, states: [state] } }, 5_000);

test("a bulk action survives a restart, skips later issues, and can be undone", async () => {
  const folder = await newFolder();
  const clock = { now: noon + dayMs };
  const parts = (store: Store) => ({ store, now: () => clock.now });
  const { project, by, begun } = await withStore(folder, async (store) => {
    const [project, by] = [await newProject(store, "bulk"), await owner(store)];
    await fill(store, project, 1_200);
    const { bulk: begun } = await bulk(parts(store), by, project, {
      act: { intent: "resolve" },
      filter: { query: open },
    });
    expect(begun).toMatchObject({ stage: "acting", done: 500, total: 1_200 });
    await digestSamples(store, project, [{ issue: "later", name: "later", at: clock.now + 1 }]);
    return { project, by, begun };
  });
  await withStore(folder, async (store) => {
    while ((await store.bulk.underWay()).length > 0) await advanceBulkActs(parts(store));
    expect(await store.bulk.find(project.id, begun.id)).toMatchObject({
      stage: "done",
      done: 1_200,
      changed: 1_200,
    });
    expect([
      await countOf(store, project, "resolved"),
      await countOf(store, project, "open"),
    ]).toEqual([1_200, 1]);

    const undone = await undoBulk(parts(store), by, project, begun.id);
    expect(isProblem(undone) || undone.stage).toBe("undoing");
    while ((await store.bulk.underWay()).length > 0) await advanceBulkActs(parts(store));
    expect(await store.bulk.find(project.id, begun.id)).toMatchObject({
      stage: "undone",
      restored: 1_200,
      leftAlone: 0,
    });
    expect([
      await countOf(store, project, "resolved"),
      await countOf(store, project, "open"),
    ]).toEqual([0, 1_201]);
  });
});

test("deleting many issues continues after a restart and leaves no trace of them", async () => {
  const folder = await newFolder();
  await withStore(folder, async (store) => {
    const [goner, stayer, by] = [
      await newProject(store, "goner"),
      await newProject(store, "stayer"),
      await owner(store),
    ];
    await fill(store, goner, 50, "goner");
    await fill(store, stayer, 5, "stayer");
    const parts = { store, now: () => noon + dayMs };
    const act = { intent: "delete", discard: false } as const;
    const { bulk: begun } = await bulk(parts, by, goner, { act, filter: { query: everything } });
    expect(begun).toMatchObject({ stage: "acting", changed: 20 });
    expect(isProblem(await undoBulk(parts, by, goner, begun.id))).toBe(true);
    while ((await store.bulk.underWay()).length > 0) await advanceBulkActs(parts);
    while ((await store.discards.emptying(goner.id)) > 0) await emptyDeletedIssues(store, Date.now);
    expect(await store.issues.counts(goner.id)).toMatchObject({ all: 0 });
    expect(await store.issues.counts(stayer.id)).toMatchObject({ all: 5 });
    const [left] = (
      await store.issues.list({ projectId: stayer.id, query: everything, sort: "events", limit: 1 })
    ).rows;
    expect(await store.events.pick(left!, "latest")).toBeDefined();
    expect((await store.audit.list({ limit: 1 })).rows[0]).toMatchObject({
      kind: "issues-deleted",
      about: "50",
    });
  });
});

test("an issue ignored until it escalates wakes in an hour above its week, with the reason", async () => {
  await withStore(await newFolder(), async (store) => {
    const project = await newProject(store, "rates");
    const burst = (name: string, events: number, at: number) =>
      digestSamples(
        store,
        project,
        Array.from({ length: events }, (_, index) => ({
          issue: "a",
          name: `${name} ${index}`,
          at: at + index,
        })),
      );
    const issue = (await burst("before", 16, noon)).get("a")!;
    const until: IssueState = { state: "ignored", at: noon + hourMs, until: { kind: "escalates" } };
    await store.issues.transition(project.id, [issue.id], ({ id }) => ({
      state: until,
      activity: {
        issueId: id,
        at: noon,
        by: { kind: "system" },
        what: { kind: "ignored", until: until.until },
      },
    }));
    const stateAt = async (now: number) => {
      await wakeEscalated(store, now);
      return (await store.issues.find(project.id, { id: issue.id }))!.state.state;
    };
    await burst("as before", 28, noon + 5 * hourMs);
    expect(
      await stateAt(noon + 5 * hourMs + 1000),
      "16 and three times their square root are 28",
    ).toBe("ignored");
    await burst("one more", 1, noon + 5 * hourMs + 2000);
    expect(await stateAt(noon + 5 * hourMs + 3000)).toBe("open");
    const [newest] = await store.issues.activity(issue.projectId, issue.id);
    expect(newest?.what).toEqual({ kind: "woken", because: "escalation" });
  });
});

test("issues inactive for the configured time are resolved by Spoor in that project only", async () => {
  await withStore(await newFolder(), async (store) => {
    const [on, off] = [await newProject(store, "on"), await newProject(store, "off")];
    const [quiet] = (await fill(store, on, 1, "quiet")).values();
    await fill(store, off, 1, "quiet too");
    await store.projects.changeSettings(on.id, { triage: { autoResolveDays: 14 } });
    await resolveInactiveIssues(store, noon + 14 * dayMs - 1);
    expect(await countOf(store, on, "resolved")).toBe(0);
    await resolveInactiveIssues(store, noon + 14 * dayMs);
    expect([await countOf(store, on, "resolved"), await countOf(store, off, "resolved")]).toEqual([
      1, 0,
    ]);
    const [told] = await store.issues.activity(quiet!.projectId, quiet!.id);
    expect(told).toMatchObject({
      by: { kind: "system" },
      what: { kind: "resolved", because: "inactive" },
    });
  });
});
