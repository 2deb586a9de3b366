import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Store } from "#server/storage/store.ts";
import { dayMs, newProject, noon } from "#tests/storage/sample.ts";
import { newFolder, withStore } from "./folder.ts";
import {
  digestTraces,
  partTexts,
  termsOf,
  traceFilter,
  traceIdOf,
  type TraceSample,
} from "#tests/storage/traces/trace-sample.ts";

const kept: TraceSample[] = [
  { trace: "old", at: noon - dayMs, attributes: ["plan=free"] },
  { trace: "grown", attributes: ["plan=free"] },
];
const lost: TraceSample[] = [
  {
    trace: "grown",
    attributes: ["plan=pro", "region=eu"],
    durationMs: 900,
    service: "db",
    errors: 1,
  },
  { trace: "new", attributes: ["plan=pro"], durationMs: 900 },
  { trace: "old", at: noon - dayMs, attributes: ["plan=pro"] },
];

/**
 * A folder after a crash: the last batch is committed in the telemetry files but not in spoor.db.
 */
async function crashedFolder(batchesBefore = 1): Promise<{ folder: string; projectId: ProjectId }> {
  const folder = await newFolder();
  const projectId = await withStore(folder, async (store) => {
    const { id } = await newProject(store);
    await digestTraces(store, id, kept, { segment: 1, offset: 10 });
    for (let n = 1; n < batchesBefore; n++)
      await digestTraces(store, id, [{ trace: `${n}` }], { segment: 1, offset: 10 });
    return id;
  });
  await cp(join(folder, "spoor.db"), join(folder, "before"));
  await withStore(folder, (store) =>
    digestTraces(store, projectId, lost, { segment: 1, offset: 20 }),
  );
  for (const suffix of ["", "-wal", "-shm"])
    await rm(join(folder, `spoor.db${suffix}`), { force: true });
  await cp(join(folder, "before"), join(folder, "spoor.db"));
  return { folder, projectId };
}

/** All readable data except traces that only fill batches. */
async function seen(store: Store, projectId: ProjectId) {
  const list = async (asked: Parameters<typeof traceFilter>[1]) => {
    const { rows } = await store.traces.list(
      traceFilter(projectId, { limit: 1_000, ...asked }).filter,
    );
    return ["old", "grown", "new"].filter((name) =>
      rows.some(({ traceId }) => traceId === traceIdOf(name)),
    );
  };
  const find = async (name: string) => {
    const found = await store.traces.find(projectId, traceIdOf(name));
    return found && { summary: found.summary, parts: partTexts(found.parts) };
  };
  return {
    all: await list({}),
    free: await list({ terms: termsOf("plan=free") }),
    pro: await list({ terms: termsOf("plan=pro") }),
    notPro: await list({ terms: termsOf("!plan=pro") }),
    both: await list({ terms: termsOf("plan=pro", "plan=free", "!region=us") }),
    slow: await list({ durationMs: { atLeast: 500 } }),
    failed: await list({ failed: true }),
    traces: [await find("old"), await find("grown"), await find("new")],
    services: await store.traces.services(projectId),
  };
}

/** Expected data of a folder without the lost batch, and of one without a loss. */
async function expected(batches: TraceSample[][]) {
  return withStore(await newFolder(), async (store) => {
    const { id } = await newProject(store);
    for (const batch of batches) await digestTraces(store, id, batch);
    return seen(store, id);
  });
}

test("traces of a lost batch are invisible", async () => {
  const { folder, projectId } = await crashedFolder();
  const before = await expected([kept]);
  expect(before.traces[1]!.parts).toHaveLength(1);
  for (const readonly of [false, true]) {
    await withStore(folder, async (store) => expect(await seen(store, projectId)).toEqual(before), {
      readonly,
    });
  }
});

test("recovery leaves nothing of a lost batch, even for a later batch with its number", async () => {
  const { folder, projectId } = await crashedFolder();
  const before = await expected([kept]);
  await withStore(folder, async () => undefined, { recover: true });
  await withStore(folder, async (store) => {
    for (let n = 0; n < 3; n++) await store.digest(async () => undefined);
    expect(await seen(store, projectId)).toEqual(before);
    await digestTraces(store, projectId, [{ trace: "another", attributes: ["plan=free"] }]);
    expect(await seen(store, projectId)).toEqual(before);
  });
});

// The 256th batch merges earlier ones into the main index, in the same transaction as the lost one.
test.each([
  [1, true],
  [1, false],
  [256, true],
  [257, false],
])(
  "a batch digested again after %i others counts once, recovered when opened: %s",
  async (batchesBefore, recover) => {
    const { folder, projectId } = await crashedFolder(batchesBefore);
    const after = await expected([kept, lost]);
    await withStore(
      folder,
      async (store) => {
        await digestTraces(store, projectId, lost, { segment: 1, offset: 20 });
        expect(await seen(store, projectId)).toEqual(after);
      },
      { recover },
    );
  },
);
