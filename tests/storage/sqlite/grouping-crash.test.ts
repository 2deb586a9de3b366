import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Store } from "#server/storage/store.ts";
import { moveAll } from "#tests/storage/issues/grouping-contract.ts";
import {
  dayMs,
  digestSamples,
  hashOf,
  newProject,
  noon,
  reread,
  type Sample,
} from "#tests/storage/sample.ts";
import { newFolder, withStore } from "./folder.ts";

const by = { kind: "system" } as const;
const samples: Sample[] = [0, 1, 2].flatMap((day) => [
  {
    issue: "a",
    name: `a${day}`,
    user: "ada",
    at: noon - day * dayMs,
    tags: [["os", "mac"]] as [string, string][],
  },
  { issue: "b", name: `b${day}`, user: day ? "ada" : "bob", at: noon - day * dayMs + 1 },
]);

/**
 * Runs one step after another and rolls spoor.db back before each, like a crash between the commit
 * of the day's file and spoor.db's.
 */
async function moveWithCrashes(folder: string): Promise<void> {
  for (let slices = 0; slices < 100; slices++) {
    await cp(join(folder, "spoor.db"), join(folder, "before"));
    if (!(await withStore(folder, (store) => store.groupings.moveEvents()))) return;
    for (const suffix of ["", "-wal", "-shm"])
      await rm(join(folder, `spoor.db${suffix}`), { force: true });
    await cp(join(folder, "before"), join(folder, "spoor.db"));
    await withStore(folder, (store) => store.groupings.moveEvents(), { recover: true });
  }
  throw new Error("Events move for ever");
}

async function titlesOf(store: Store, issue: Issue): Promise<string[]> {
  return (await store.events.list({ issue, limit: 50 })).rows.map(({ title }) => title);
}

test("a crash at any step of a merge or split loses and duplicates no event or count", async () => {
  const folder = await newFolder();
  const { project, a, b } = await withStore(folder, async (store) => {
    const made = await newProject(store);
    const issues = await digestSamples(store, made, samples);
    const [one, other] = [issues.get("a")!, issues.get("b")!];
    await store.groupings.merge(made.id, { from: [other.id], into: one.id, at: noon, by });
    return { project: made, a: one, b: other };
  });
  await moveWithCrashes(folder);
  await withStore(folder, async (store) => {
    const merged = await reread(store, a);
    expect(merged).toMatchObject({ count: 6, userCount: 2 });
    expect(await titlesOf(store, merged)).toEqual(["b0", "a0", "b1", "a1", "b2", "a2"]);
    const name = { type: "", value: "", culprit: "" };
    await store.groupings.split(project.id, {
      issue: a.id,
      hashes: [hashOf("b")],
      name,
      at: noon,
      by,
    });
  });
  await moveWithCrashes(folder);
  await withStore(folder, async (store) => {
    await moveAll(store);
    const [left, back] = [await reread(store, a), await reread(store, b)];
    expect(left).toMatchObject({ id: a.id, count: 3, userCount: 1 });
    expect(back).toMatchObject({ id: b.id, count: 3, userCount: 2 });
    expect([await titlesOf(store, left), await titlesOf(store, back)]).toEqual([
      ["a0", "a1", "a2"],
      ["b0", "b1", "b2"],
    ]);
    const days = await store.issues.trends(a.projectId, [a.id, b.id], {
      until: noon,
      buckets: 3,
      unit: "day",
    });
    expect([...days.values()]).toEqual([
      [1, 1, 1],
      [1, 1, 1],
    ]);
  });
});
