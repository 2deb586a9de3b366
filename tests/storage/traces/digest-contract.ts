import { expect, test } from "vitest";
import { traceKey } from "#server/storage/traces/trace-store.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { dayMs, newProject, noon } from "#tests/storage/sample.ts";
import {
  digestTraces,
  partTexts,
  saveTraces,
  termsOf,
  traceFilter,
  traceIdOf,
} from "./trace-sample.ts";

export function traceDigestContract(bench: Bench): void {
  test("the digest reads what is stored of a trace on that day and the day before", async () => {
    const { id: projectId } = await newProject(bench.store);
    await digestTraces(bench.store, projectId, [{ trace: "a" }, { trace: "b", at: noon - dayMs }]);
    await digestTraces(bench.store, projectId, [{ trace: "a", attributes: ["n=2"] }]);
    const names = ["a", "b", "new"].map((trace) => ({ projectId, traceId: traceIdOf(trace) }));
    const asked = async (receivedAt?: number) =>
      bench.store.digest(async (transaction) => {
        const timed = names.map((name) => ({
          ...name,
          ...(receivedAt !== undefined && { receivedAt }),
        }));
        return {
          summaries: await transaction.tracesFor(timed),
          parts: await transaction.partsOf(timed),
        };
      });
    for (const { summaries, parts } of [await asked(), await asked(noon)]) {
      expect(summaries.get(traceKey(names[0]!))).toMatchObject({ spanCount: 2 });
      expect([...summaries.keys()]).toEqual(names.slice(0, 2).map(traceKey));
      expect([...parts.keys()]).toEqual(names.slice(0, 2).map(traceKey));
      expect(partTexts(parts.get(traceKey(names[0]!))!)).toEqual(["trace=a\n\n", "trace=a\nn=2\n"]);
    }
    expect([...(await asked(noon + 2 * dayMs)).summaries.keys()]).toEqual([]);
  });

  test("a failed batch leaves a trace unchanged and a new one unknown", async () => {
    const { id } = await newProject(bench.store);
    await digestTraces(bench.store, id, [{ trace: "a", attributes: ["plan=free"] }]);
    const before = await bench.store.traces.find(id, traceIdOf("a"));
    const failing = bench.store.digest(async (transaction) => {
      await saveTraces(transaction, id, [
        { trace: "a", attributes: ["plan=pro"] },
        { trace: "b", service: "db" },
      ]);
      throw new Error("the disk is full");
    });
    await expect(failing).rejects.toThrow("the disk is full");
    expect(await bench.store.traces.find(id, traceIdOf("a"))).toEqual(before);
    expect(await bench.store.traces.find(id, traceIdOf("b"))).toBeUndefined();
    expect(await bench.store.traces.services(id)).toEqual(["web"]);
    await digestTraces(bench.store, id, [{ trace: "c", attributes: ["plan=pro"] }]);
    const { rows } = await bench.store.traces.list(
      traceFilter(id, { terms: termsOf("plan=pro") }).filter,
    );
    expect(rows.map(({ traceId }) => traceId)).toEqual([traceIdOf("c")]);
  });

  test("trace changes of an unfinished batch are invisible to all stores", async () => {
    const { id } = await newProject(bench.store);
    const beside = await bench.another();
    await digestTraces(bench.store, id, [{ trace: "a", attributes: ["plan=free"] }]);
    const before = await bench.store.traces.find(id, traceIdOf("a"));
    const seenBy = async (store: typeof beside) => ({
      found: await store.traces.find(id, traceIdOf("a")),
      all: (await store.traces.list(traceFilter(id).filter)).rows,
      pro: (await store.traces.list(traceFilter(id, { terms: termsOf("plan=pro") }).filter)).rows
        .length,
      slow: (await store.traces.list(traceFilter(id, { durationMs: { atLeast: 100 } }).filter)).rows
        .length,
    });
    await bench.store.digest(async (transaction) => {
      await saveTraces(transaction, id, [
        { trace: "a", startedAt: noon - 60, attributes: ["plan=pro"], durationMs: 500 },
        { trace: "b", attributes: ["plan=pro"], durationMs: 500 },
      ]);
      for (const store of [bench.store, beside]) {
        expect(await seenBy(store)).toEqual({
          found: before,
          all: [before!.summary],
          pro: 0,
          slow: 0,
        });
      }
    });
    for (const store of [bench.store, beside])
      expect(await seenBy(store)).toMatchObject({ pro: 2, slow: 2 });
  });

  test("a second save in a batch adds to the first", async () => {
    const { id } = await newProject(bench.store);
    await digestTraces(bench.store, id, [{ trace: "old" }]);
    await bench.store.digest(async (transaction) => {
      for (const n of [1, 2]) {
        await saveTraces(transaction, id, [
          { trace: "new", attributes: [`plan=p${n}`] },
          { trace: "old", attributes: [`plan=p${n}`] },
        ]);
      }
    });
    const terms = termsOf("plan=p1", "plan=p2");
    const { rows } = await bench.store.traces.list(traceFilter(id, { terms }).filter);
    expect(rows).toMatchObject([
      { traceId: traceIdOf("new"), spanCount: 2 },
      { traceId: traceIdOf("old"), spanCount: 3 },
    ]);
    expect((await bench.store.traces.find(id, traceIdOf("old")))!.parts).toHaveLength(3);
  });

  test("batches of two stores on one trace run one after another", async () => {
    const { id } = await newProject(bench.store);
    const beside = await bench.another();
    const batches = Array.from({ length: 12 }, (_, n) =>
      digestTraces(n % 2 ? beside : bench.store, id, [
        { trace: "a", attributes: [`plan=p${n}`, `shelf=s${n % 3}`] },
      ]),
    );
    await Promise.all(batches);
    const { summary, parts } = (await bench.store.traces.find(id, traceIdOf("a")))!;
    expect(summary.spanCount).toBe(12);
    expect(parts).toHaveLength(12);
    const terms = termsOf(...Array.from({ length: 12 }, (_, n) => `plan=p${n}`), "shelf=s2");
    expect((await beside.traces.list(traceFilter(id, { terms }).filter)).rows).toHaveLength(1);
  });
}
