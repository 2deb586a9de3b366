import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Store } from "#server/storage/store.ts";
import {
  contentOf,
  digestRollups,
  rollupChange,
  vitalChange,
} from "#tests/storage/rollups/rollup-sample.ts";
import { newProject, noon } from "#tests/storage/sample.ts";
import { newFolder, withStore } from "./folder.ts";
import { saveTraces } from "#tests/storage/traces/trace-sample.ts";

/** A batch with a trace, which commits in its own file, and the trace's counts. */
async function digestBoth(store: Store, projectId: ProjectId, offset: number): Promise<void> {
  const cursor = { segment: 1, offset };
  await store.digest(async (transaction) => {
    await saveTraces(transaction, projectId, [{ trace: `${offset}` }], cursor);
    const rollups = [rollupChange(projectId, { durationMs: offset })];
    const vitals = [vitalChange(projectId, { id: `${offset}` })];
    await digestRollups({ digest: (work) => work(transaction) }, { rollups, vitals }, cursor);
  });
}

test("a batch digested again after a crash counts once", async () => {
  const folder = await newFolder();
  const projectId = await withStore(folder, async (store) => {
    const { id } = await newProject(store);
    await digestBoth(store, id, 10);
    return id;
  });
  await cp(join(folder, "spoor.db"), join(folder, "before"));
  await withStore(folder, (store) => digestBoth(store, projectId, 20));
  for (const suffix of ["", "-wal", "-shm"])
    await rm(join(folder, `spoor.db${suffix}`), { force: true });
  await cp(join(folder, "before"), join(folder, "spoor.db"));

  await withStore(folder, async (store) => {
    expect(await store.digested()).toEqual({ segment: 1, offset: 10 });
    await digestBoth(store, projectId, 20);
    const window = { projectId, since: noon, until: noon + 1 };
    const [operation] = await store.rollups.operations(window);
    expect(contentOf(operation!.rollup)).toMatchObject({ count: 2, totalUs: 30_000 });
    expect((await store.rollups.vitals(window))[0]!.rollup).toMatchObject({ good: 2 });
  });
});
