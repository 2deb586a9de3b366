import { readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
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

const countIn = (path: string, table: string): number => {
  using database = new DatabaseSync(path, { readOnly: true });
  return (database.prepare(`SELECT count(*) AS count FROM ${table}`).get() as { count: number })
    .count;
};

test("single traces are gathered into few packs while others read them", async () => {
  const folder = await newFolder();
  const path = join(folder, "telemetry", "2026-11-21.db");
  await withStore(folder, async (store) => {
    const { id } = await newProject(store);
    await withStore(folder, async (beside) => {
      for (let n = 0; n < 300; n++) {
        const late: TraceSample[] =
          n > 0 ? [{ trace: `${n - 1}`, attributes: [`order.id=late ${n - 1}`] }] : [];
        await digestTraces(store, id, [{ trace: `${n}`, attributes: [`order.id=${n}`] }, ...late]);
        if (n % 50 === 0)
          expect((await beside.traces.find(id, traceIdOf("0")))!.parts).toHaveLength(
            n === 0 ? 1 : 2,
          );
      }
      expect(countIn(path, "span_packs")).toBeLessThan(60);
      expect(countIn(path, "trace_batches")).toBeLessThan(60);
      for (const reader of [store, beside]) {
        for (const n of [0, 7, 254, 255, 256, 298]) {
          const { parts } = (await reader.traces.find(id, traceIdOf(`${n}`)))!;
          const texts = [`trace=${n}\norder.id=${n}\n`, `trace=${n}\norder.id=late ${n}\n`];
          expect(partTexts(parts).toSorted()).toEqual(texts.toSorted());
        }
        const { filter } = traceFilter(id, { terms: termsOf("order.id=late 7") });
        expect((await reader.traces.list(filter)).rows.map(({ traceId }) => traceId)).toEqual([
          traceIdOf("7"),
        ]);
      }
    });
  });
});

test("a search through a day being deleted continues with the earlier days", async () => {
  const folder = await newFolder();
  await withStore(folder, async (store) => {
    const { id } = await newProject(store);
    const samples = Array.from({ length: 40 }, (_, n) => ({
      trace: `${n}`,
      attributes: [`order.id=${n}`],
    }));
    await digestTraces(store, id, [
      { trace: "before", at: noon - dayMs, attributes: ["order.id=x"] },
    ]);
    await digestTraces(store, id, samples);
    const { filter } = traceFilter(id, { terms: termsOf("order.id=x") });
    let reads = 0;
    const matches = (parts: Uint8Array[]) => {
      // Nothing is closed while the search blocks the thread, so it must yield first.
      for (const start = performance.now(); performance.now() - start < 1;);
      reads++;
      return filter.matches(parts, { durationMs: 0, spans: 1, errors: 0 });
    };
    const searching = store.traces.list({ ...filter, matches });
    const files = (await readdir(join(folder, "telemetry"))).filter((name) =>
      name.startsWith("2026-11-21"),
    );
    await Promise.all(files.map((name) => unlink(join(folder, "telemetry", name))));
    await store.traces.find(id, traceIdOf("nothing"));
    expect((await searching).rows.map(({ traceId }) => traceId)).toEqual([traceIdOf("before")]);
    expect(reads).toBeLessThan(41);
  });
});
