import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Project } from "#server/domain/project/project.ts";
import { digestSamples, eventIdOf, newProject, noon, type Sample } from "#tests/storage/sample.ts";
import { newFolder, withStore } from "./folder.ts";

const first: Sample = { issue: "a", name: "first", user: "ada" };
const second: Sample[] = [
  { issue: "a", name: "second", user: "bob", at: noon + 1 },
  { issue: "b", name: "third", at: noon + 2 },
];

/**
 * A folder after a crash: the second batch is committed in the telemetry file but not in spoor.db.
 */
async function crashedFolder(): Promise<{ folder: string; project: Project }> {
  const folder = await newFolder();
  const project = await withStore(folder, async (store) => {
    const made = await newProject(store);
    await digestSamples(store, made, [first], { segment: 1, offset: 10 });
    return made;
  });
  await cp(join(folder, "spoor.db"), join(folder, "before"));
  await withStore(folder, (store) =>
    digestSamples(store, project, second, { segment: 1, offset: 20 }),
  );
  for (const suffix of ["", "-wal", "-shm"])
    await rm(join(folder, `spoor.db${suffix}`), { force: true });
  await cp(join(folder, "before"), join(folder, "spoor.db"));
  return { folder, project };
}

test("rows of a lost batch in a telemetry file are invisible", async () => {
  const { folder, project } = await crashedFolder();
  for (const readonly of [false, true]) {
    await withStore(
      folder,
      async (store) => {
        const issue = (await store.issues.find(project.id, { number: 1 }))!;
        expect(await store.events.find(project.id, eventIdOf("second"))).toBeUndefined();
        expect((await store.events.pick(issue, "latest"))!.title).toBe("first");
        expect((await store.events.pick(issue, "recommended"))!.title).toBe("first");
        expect((await store.events.list({ issue, limit: 50 })).rows).toHaveLength(1);
        const [only] = (await store.events.list({ issue, limit: 50 })).rows;
        expect(await store.events.neighbors({ ...issue, lastSeen: noon + 9 }, only!)).toEqual({});
      },
      { readonly },
    );
  }
});

test.each([true, false])(
  "a lost batch digested again counts once, recovered when opened: %s",
  async (recover) => {
    const { folder, project } = await crashedFolder();
    await withStore(
      folder,
      async (store) => {
        expect(await store.digested()).toEqual({ segment: 1, offset: 10 });
        await digestSamples(store, project, second, { segment: 1, offset: 20 });
        const issue = (await store.issues.find(project.id, { number: 1 }))!;
        expect(issue).toMatchObject({ count: 2, userCount: 2 });
        const titles = (await store.events.list({ issue, limit: 50 })).rows.map(
          ({ title }) => title,
        );
        expect(titles).toEqual(["second", "first"]);
        expect((await store.events.find(project.id, eventIdOf("third")))!.title).toBe("third");
      },
      { recover },
    );
  },
);

test("recovery removes the lost batch at once, and nothing else", async () => {
  const { folder, project } = await crashedFolder();
  await withStore(folder, async () => undefined, { recover: true });
  // Later batch numbers would expose the lost one's rows if they still existed.
  await withStore(folder, async (store) => {
    await store.digest(async () => undefined);
    await store.digest(async () => undefined);
    expect(await store.events.find(project.id, eventIdOf("second"))).toBeUndefined();
    expect((await store.events.find(project.id, eventIdOf("first")))!.title).toBe("first");
  });
});
