import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { bucketSize } from "#server/storage/traces/ids.ts";
import type { DayFile } from "#server/storage/sqlite/day-file.ts";
import { dayFiles } from "#server/storage/sqlite/day-files.ts";
import { type TraceIndex, traceIndex } from "#server/storage/traces/known-traces.sqlite.ts";
import { tracePlaces } from "#server/storage/traces/places.sqlite.ts";
import type { Store } from "#server/storage/store.ts";
import { newProject, noon } from "#tests/storage/sample.ts";
import { newFolder, withStore } from "./folder.ts";
import { digestTraces, saveTraces, traceIdOf } from "#tests/storage/traces/trace-sample.ts";

const samples = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => ({ trace: `${from + n}` }));

async function fill(store: Store, projectId: ProjectId, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += 3_000)
    await digestTraces(store, projectId, samples(at, Math.min(to, at + 3_000)));
}

/** One row each, which includes the last part. */
function rowsIn(folder: string, projectId: ProjectId): { traces: number; spans: number } {
  using file = new DatabaseSync(join(folder, "telemetry", "2026-11-21.db"), { readOnly: true });
  const sql = "SELECT count(*) AS traces, sum(span_count) AS spans FROM traces WHERE id >> 32 = ?";
  return { ...(file.prepare(sql).get(projectId) as { traces: number; spans: number }) };
}

test("a trace ID is known to every process, even after a restart", async () => {
  const folder = await newFolder();
  const count = 2 * bucketSize + 3_000;
  // The first and last of a bucket, and where its filter is created.
  const late = [
    0,
    1_023,
    1_024,
    bucketSize - 1,
    bucketSize,
    bucketSize + 1_500,
    2 * bucketSize,
    count - 1,
  ];
  const latecomers = late.map((n) => ({ trace: `${n}` }));
  const id = await withStore(folder, async (store) => {
    const { id } = await newProject(store);
    await fill(store, id, 0, count);
    expect(rowsIn(folder, id)).toEqual({ traces: count, spans: count });
    await digestTraces(store, id, latecomers);
    expect(rowsIn(folder, id)).toEqual({ traces: count, spans: count + late.length });
    return id;
  });
  await withStore(folder, async (store) => {
    await digestTraces(store, id, [...latecomers, { trace: "new" }]);
    expect(rowsIn(folder, id)).toEqual({ traces: count + 1, spans: count + 2 * late.length + 1 });
  });
  const read = { readonly: true };
  await withStore(
    folder,
    async (store) => {
      for (const n of late)
        expect((await store.traces.find(id, traceIdOf(`${n}`)))?.parts).toHaveLength(3);
      expect(await store.traces.find(id, traceIdOf("never"))).toBeUndefined();
      expect(await store.traces.spanCount(id, traceIdOf("new"))).toBe(1);
    },
    read,
  );
});

test("traces of another process and of a retried batch are known", async () => {
  const folder = await newFolder();
  await withStore(folder, async (store) => {
    const { id } = await newProject(store);
    const { id: other } = await newProject(store, "other");
    await withStore(folder, async (beside) => {
      await fill(store, id, 0, 1_500);
      await fill(beside, id, 1_500, 3_000);
      await fill(store, other, 0, 1_500);
      const failing = store.digest(async (transaction) => {
        await saveTraces(transaction, id, samples(10_000, 10_100));
        throw new Error("the disk is full");
      });
      await expect(failing).rejects.toThrow("the disk is full");
      await fill(beside, id, 3_000, 3_100);
      for (const each of [store, beside]) await digestTraces(each, id, samples(0, 3_100));
      expect(rowsIn(folder, id)).toEqual({ traces: 3_100, spans: 3 * 3_100 });
      expect(rowsIn(folder, other)).toEqual({ traces: 1_500, spans: 1_500 });
      expect(await beside.traces.find(id, traceIdOf("10000"))).toBeUndefined();
    });
  });
});

test("after a restart, known IDs are read by bucket with pauses for others", async () => {
  const folder = await newFolder();
  const count = 2 * bucketSize + 3_000;
  const id = await withStore(folder, async (store) => {
    const { id } = await newProject(store);
    await fill(store, id, 0, count);
    return id;
  });
  let opened = 0;
  const onDisk = dayFiles(folder, true);
  const files = { ...onDisk, open: (day: string) => onDisk.open((opened++, day)) };
  const indexes = new Map<DayFile, TraceIndex>();
  const indexOf = (file: DayFile) => {
    const index = indexes.get(file) ?? traceIndex(file);
    indexes.set(file, index);
    return index;
  };
  const names = [0, bucketSize, count - 1].map((n) => ({
    projectId: id,
    traceId: traceIdOf(`${n}`),
    receivedAt: noon,
  }));
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    // Closes all files in the middle, as other reads may close the oldest.
    if (turns === 1) files.close();
    next = setImmediate(turn);
  });
  const ready = async () => {
    const places = tracePlaces(files, indexOf);
    await places.ready(names);
    return places;
  };
  await ready();
  const turnsToRead = turns;
  const found = (await ready()).finding();
  expect(turns, "what was read is not read again").toBe(turnsToRead);
  clearImmediate(next);
  opened = 0;
  expect(names.map(found)).not.toContain(undefined);
  expect(opened, "each file is looked for once").toBe(1);
  files.close();
  expect(turnsToRead).toBeGreaterThanOrEqual(3);
});
