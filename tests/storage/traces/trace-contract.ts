import { expect, test } from "vitest";
import { hourMs } from "#server/domain/time.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { dayMs, everyPage, newProject, noon } from "#tests/storage/sample.ts";
import {
  digestTraces,
  partTexts,
  summaryOfSample,
  traceFilter,
  traceIdOf,
  type TraceSample,
} from "./trace-sample.ts";

export function traceContract(bench: Bench): void {
  test("a trace is found with the data of its parts, per project", async () => {
    const [one, two] = [await newProject(bench.store), await newProject(bench.store)];
    const sample: TraceSample = {
      trace: "a",
      name: "GET /ünï",
      environment: "prod",
      errors: 1,
      attributes: ["x=1"],
    };
    await digestTraces(bench.store, one.id, [sample, { trace: "b" }]);
    await digestTraces(bench.store, two.id, [{ trace: "a", name: "POST /", service: "orders" }]);
    const found = (await (await bench.another()).traces.find(one.id, traceIdOf("a")))!;
    expect(found.summary).toEqual(summaryOfSample(sample));
    expect(partTexts(found.parts)).toEqual(["trace=a\nx=1\n"]);
    expect((await bench.store.traces.find(two.id, traceIdOf("a")))!.summary.root.name).toBe(
      "POST /",
    );
    expect(await bench.store.traces.find(two.id, traceIdOf("b"))).toBeUndefined();
    expect(await bench.store.traces.find(one.id, traceIdOf("c"))).toBeUndefined();
  });

  test("later parts add to a trace, which keeps its place in the list", async () => {
    const { id } = await newProject(bench.store);
    const first: TraceSample = { trace: "a", startedAt: noon - 10, durationMs: 5, spans: 2 };
    const late: TraceSample = {
      trace: "a",
      startedAt: noon - 30,
      durationMs: 100,
      errors: 1,
      service: "db",
      name: "in",
    };
    await digestTraces(bench.store, id, [first, { trace: "b" }]);
    await digestTraces(bench.store, id, [{ trace: "c" }, late]);
    const rows = await everyPage((cursor) =>
      bench.store.traces.list({
        ...traceFilter(id, { limit: 1 }).filter,
        ...(cursor && { cursor }),
      }),
    );
    expect(rows.map(({ traceId }) => traceId)).toEqual(["c", "b", "a"].map(traceIdOf));
    const { summary, parts } = (await bench.store.traces.find(id, traceIdOf("a")))!;
    expect(summary).toEqual(rows[2]);
    expect(summary).toMatchObject({
      spanCount: 3,
      errorCount: 1,
      startedAt: noon - 30,
      endedAt: noon + 70,
    });
    expect(summary).toMatchObject({
      services: ["db", "web"],
      root: { name: "in", startedAt: noon - 30 },
    });
    expect(partTexts(parts)).toHaveLength(2);
  });

  test("pages follow arrival, and rows of a page are sorted by start", async () => {
    const { id } = await newProject(bench.store);
    const minutes = [3, 1, 2, 6, 4, 5];
    const samples = minutes.map((minute) => ({
      trace: `minute ${minute}`,
      startedAt: noon + minute * 60_000,
    }));
    await digestTraces(bench.store, id, samples);
    const rows = await everyPage((cursor) =>
      bench.store.traces.list({
        ...traceFilter(id, { limit: 3 }).filter,
        ...(cursor && { cursor }),
      }),
    );
    expect(rows.map(({ startedAt }) => (startedAt - noon) / 60_000)).toEqual([6, 5, 4, 3, 2, 1]);
  });

  test("the duration is that of the root's work, in any order of parts", async () => {
    const { id } = await newProject(bench.store);
    const stay: TraceSample = {
      trace: "",
      name: "resource",
      startedAt: noon - 900,
      durationMs: 45_000,
      rank: 1,
    };
    const load: TraceSample = {
      trace: "",
      name: "document load",
      startedAt: noon - 80,
      durationMs: 300,
      rank: 1,
      isDocument: true,
    };
    const request: TraceSample = { trace: "", name: "GET /", startedAt: noon - 60, durationMs: 70 };
    const orders = [
      [stay, load, request],
      [load, stay, request],
      [request, load, stay],
      [request, stay, load],
    ];
    for (const [n, parts] of orders.entries())
      for (const part of parts)
        await digestTraces(bench.store, id, [{ ...part, trace: `document ${n}` }]);
    for (const part of [stay, request])
      await digestTraces(bench.store, id, [{ ...part, trace: "request" }]);
    const { rows } = await (await bench.another()).traces.list(traceFilter(id).filter);
    const root = { name: "GET /", startedAt: noon - 60 };
    expect(rows).toMatchObject([
      { root, startedAt: noon - 60, endedAt: noon + 10 },
      ...orders.map(() => ({ root, startedAt: noon - 80, endedAt: noon + 220, isDocument: true })),
    ]);
    const slow = await bench.store.traces.list(
      traceFilter(id, { durationMs: { atLeast: 301 } }).filter,
    );
    const fast = await bench.store.traces.list(
      traceFilter(id, { durationMs: { atMost: 300 } }).filter,
    );
    expect([slow.rows.length, fast.rows.length]).toEqual([0, 5]);
  });

  test("paging continues over days without gaps or repeats", async () => {
    const [{ id }, other] = [await newProject(bench.store), await newProject(bench.store)];
    const names = Array.from({ length: 90 }, (_, n) => `${n}`);
    for (const day of [2, 1, 0]) {
      const ofDay = names.slice((2 - day) * 30, (3 - day) * 30);
      await digestTraces(
        bench.store,
        id,
        ofDay.map((trace, n) => ({ trace, at: noon - day * dayMs + n })),
      );
      await digestTraces(bench.store, other.id, [
        { trace: `other ${day}`, at: noon - day * dayMs },
      ]);
    }
    const newestFirst = names.toReversed().map(traceIdOf);
    for (const limit of [7, 30, 90, 200]) {
      const rows = await everyPage((cursor) =>
        bench.store.traces.list({
          ...traceFilter(id, { limit }).filter,
          ...(cursor && { cursor }),
        }),
      );
      expect(rows.map(({ traceId }) => traceId)).toEqual(newestFirst);
    }
    const first = await bench.store.traces.list(
      traceFilter(id, { cursor: "nonsense", limit: 3 }).filter,
    );
    expect(first.rows.map(({ traceId }) => traceId)).toEqual(newestFirst.slice(0, 3));
  });

  test("a part after midnight joins the previous day's row; a later one is joined on reading", async () => {
    const { id } = await newProject(bench.store);
    const midnight = noon + dayMs / 2;
    await digestTraces(bench.store, id, [{ trace: "a", at: midnight - 5, attributes: ["n=1"] }]);
    await digestTraces(bench.store, id, [
      { trace: "a", at: midnight + 5, attributes: ["n=2"], service: "db" },
    ]);
    expect((await bench.store.traces.list(traceFilter(id).filter)).rows).toMatchObject([
      { spanCount: 2 },
    ]);
    await digestTraces(bench.store, id, [
      { trace: "a", at: midnight + 3 * dayMs, attributes: ["n=3"], service: "job" },
    ]);
    expect((await bench.store.traces.list(traceFilter(id).filter)).rows).toHaveLength(2);
    const { summary, parts } = (await bench.store.traces.find(id, traceIdOf("a")))!;
    expect(summary).toMatchObject({ spanCount: 3, services: ["db", "job", "web"] });
    expect(partTexts(parts)).toEqual([1, 2, 3].map((n) => `trace=a\nn=${n}\n`));
    const counted = (from?: number, to = from) =>
      bench.store.traces.spanCount(
        id,
        traceIdOf("a"),
        from === undefined ? undefined : { from, to: to! },
      );
    expect(await counted()).toBe(3);
    expect(await counted(noon, midnight + 5)).toBe(2);
    expect(await counted(midnight + 3 * dayMs)).toBe(1);
    expect(await counted(midnight + 2 * dayMs)).toBe(0);
  });

  test("reading several traces at once equals reading each, over days and packs", async () => {
    const [{ id }, other] = [await newProject(bench.store), await newProject(bench.store)];
    const samples = [..."abcd"].map((trace, n): TraceSample => ({
      trace,
      at: noon + n,
      attributes: [`n=${n}`],
    }));
    await digestTraces(bench.store, id, samples);
    await digestTraces(bench.store, id, [{ trace: "b", at: noon + 9, attributes: ["n=9"] }]);
    await digestTraces(bench.store, id, [
      { trace: "b", at: noon + 3 * dayMs, attributes: ["n=10"], spans: 4 },
    ]);
    await digestTraces(bench.store, id, [{ trace: "e", at: noon + 3 * dayMs }]);
    await digestTraces(bench.store, other.id, [{ trace: "a" }, { trace: "z" }]);
    const { traces } = await bench.another();
    const ids = ["e", "b", "z", "a"].map(traceIdOf);
    const found = await traces.findEach(id, ids);
    expect(found.size).toBe(3);
    for (const traceId of ids) expect(found.get(traceId)).toEqual(await traces.find(id, traceId));
    expect(partTexts(found.get(traceIdOf("b"))!.parts)).toEqual(
      [1, 9, 10].map((n) => `trace=b\nn=${n}\n`),
    );
    const counts = await traces.spanCounts(id, ids);
    expect(ids.map((traceId) => counts.get(traceId))).toEqual([1, 6, undefined, 1]);
    expect([(await traces.findEach(id, [])).size, (await traces.spanCounts(id, [])).size]).toEqual([
      0, 0,
    ]);
  });

  test("services are listed by name, and calls between them add up by the hour", async () => {
    const [{ id: projectId }, other] = [
      await newProject(bench.store),
      await newProject(bench.store),
    ];
    const edge = {
      projectId,
      hour: noon,
      from: "web",
      to: "db",
      count: 2,
      errors: 1,
      totalMs: 1.5,
    };
    await digestTraces(
      bench.store,
      projectId,
      [
        { trace: "a", service: "web", environment: "prod" },
        { trace: "b", service: "db" },
      ],
      undefined,
      [edge, { ...edge, hour: noon - hourMs }, { ...edge, to: "mail", count: 9 }],
    );
    await digestTraces(bench.store, projectId, [{ trace: "c", service: "web" }], undefined, [edge]);
    const { traces } = await bench.another();
    expect(await traces.services(projectId)).toEqual(["db", "web"]);
    expect(await traces.services(other.id)).toEqual([]);
    expect(await traces.edges(projectId, noon)).toEqual([
      { from: "web", to: "mail", count: 9, errors: 1, totalMs: 1.5 },
      { from: "web", to: "db", count: 4, errors: 2, totalMs: 3 },
    ]);
    expect((await traces.edges(projectId, 0))[1]).toMatchObject({ to: "db", count: 6 });
    expect(await bench.store.projects.environments(projectId)).toEqual(["prod"]);
  });
}
