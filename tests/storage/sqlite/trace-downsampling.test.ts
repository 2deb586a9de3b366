import { randomBytes } from "node:crypto";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Store } from "#server/storage/store.ts";
import { hourMs, newProject, noon } from "#tests/storage/sample.ts";
import { newFolder, withStore } from "./folder.ts";
import { gatheredAfterDownsampling } from "#tests/storage/traces/gather-sample.ts";
import { namesIn, downsampleTo } from "#tests/storage/traces/downsampling-contract.ts";
import { digestTraces, traceFilter, traceIdOf } from "#tests/storage/traces/trace-sample.ts";

const dayPath = (folder: string) => join(folder, "telemetry", "2026-11-21.db");

async function downsampledIn(store: Store, projectId: ProjectId): Promise<number[]> {
  const entries = await store.outcomes.read(projectId, 0);
  return entries.filter(({ outcome }) => outcome === "thinned").map(({ quantity }) => quantity);
}

/**
 * Makes `change` in the telemetry files but not in spoor.db, like a crash between their commits.
 */
async function loseInSpoorDb(
  folder: string,
  change: (store: Store) => Promise<unknown>,
): Promise<void> {
  await cp(join(folder, "spoor.db"), join(folder, "before"));
  await withStore(folder, change);
  for (const suffix of ["", "-wal", "-shm"])
    await rm(join(folder, `spoor.db${suffix}`), { force: true });
  await cp(join(folder, "before"), join(folder, "spoor.db"));
}

test("outcomes lost in a crash are recorded when downsampling continues", async () => {
  const folder = await newFolder();
  const id = await withStore(folder, async (store) => {
    const project = await newProject(store);
    await digestTraces(store, project.id, [{ trace: "trace 1", spans: 3 }, { trace: "trace 2" }]);
    return project.id;
  });
  await loseInSpoorDb(folder, (store) => downsampleTo(store, id, ["trace 2"]));
  await withStore(folder, async (store) => {
    expect(await downsampledIn(store, id)).toEqual([]);
    expect(await namesIn(store, id)).toEqual(["trace 2"]);
    expect(await downsampleTo(store, id, ["trace 2"])).toEqual({ traces: 0, spans: 0 });
    expect(await downsampledIn(store, id)).toEqual([3, 1]);
    await downsampleTo(store, id, ["trace 2"]);
    expect(await downsampledIn(store, id)).toEqual([3, 1]);
  });
});

test("downsampling finds a file as the last committed batch left it", async () => {
  const folder = await newFolder();
  const id = await withStore(folder, async (store) => {
    const project = await newProject(store);
    await digestTraces(store, project.id, [{ trace: "trace 1" }, { trace: "trace 2" }], {
      segment: 1,
      offset: 1,
    });
    return project.id;
  });
  const lost = [{ trace: "trace 1", errors: 1 }, { trace: "trace 2" }, { trace: "trace 3" }];
  await loseInSpoorDb(folder, (store) => digestTraces(store, id, lost, { segment: 1, offset: 2 }));
  await withStore(folder, async (store) => {
    expect(await downsampleTo(store, id, ["trace 2"])).toEqual({ traces: 1, spans: 1 });
    expect(await downsampledIn(store, id)).toEqual([1, 1]);
    await digestTraces(store, id, lost.slice(1), { segment: 1, offset: 2 });
    expect(await namesIn(store, id)).toEqual(["trace 2", "trace 3"]);
    expect((await store.traces.find(id, traceIdOf("trace 2")))!.parts).toHaveLength(2);
  });
});

test("small packs are gathered after downsampling, and readers continue", async () => {
  const folder = await newFolder();
  await withStore(folder, (store) =>
    withStore(folder, (beside) => gatheredAfterDownsampling(store, beside)),
  );
});

test("the space of deleted traces is reused", async () => {
  const folder = await newFolder();
  await withStore(folder, async (store) => {
    const { id } = await newProject(store);
    const hour = async (number: number) => {
      const at = noon + number * hourMs;
      const samples = Array.from({ length: 1_000 }, (_, n) => ({
        trace: `${number} ${n}`,
        at,
        attributes: [`noise.id=${randomBytes(2_000).toString("latin1")}`],
      }));
      await digestTraces(store, id, samples);
    };
    await hour(0);
    const full = pagesOf(dayPath(folder));
    for (let number = 1; number < 5; number++) {
      await downsampleTo(store, id, [`${number - 1} 7`, `${number - 1} 500`], {
        from: 0,
        before: noon + number * hourMs,
      });
      await hour(number);
    }
    expect(pagesOf(dayPath(folder))).toBeLessThan(full * 1.3);
    expect(
      (await store.traces.list(traceFilter(id, { limit: 200, until: noon + 3.5 * hourMs }).filter))
        .rows,
    ).toHaveLength(8);
  });
});

function pagesOf(path: string): number {
  using database = new DatabaseSync(path, { readOnly: true });
  return (database.prepare("PRAGMA page_count").get() as { page_count: number }).page_count;
}
