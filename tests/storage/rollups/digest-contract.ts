import { expect, test } from "vitest";
import { dayMs, hourMs } from "#server/domain/time.ts";
import { samplesKept } from "#server/domain/rollup/sample.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { nameOf } from "./rollup-reference.ts";
import {
  contentOf,
  digestRollups,
  rollupChange,
  type Run,
  sampledTraceId,
} from "./rollup-sample.ts";
import { newProject, noon } from "#tests/storage/sample.ts";

const year = { since: noon - 365 * dayMs, until: noon + hourMs };

export function rollupDigestContract(bench: Bench): void {
  async function digest(projectId: ProjectId, ...runs: Run[]): Promise<void> {
    await digestRollups(bench.store, { rollups: runs.map((run) => rollupChange(projectId, run)) });
  }

  async function countsBy(
    projectId: ProjectId,
    window = year,
  ): Promise<{ [name: string]: number }> {
    const all = await bench.store.rollups.operations({ projectId, ...window });
    return Object.fromEntries(
      all.map(({ operation, rollup }) => [nameOf(operation), rollup.durations.count]),
    );
  }

  test("a route has one ID across batches and one per project", async () => {
    const [{ id: a }, { id: b }] = [await newProject(bench.store), await newProject(bench.store)];
    await digest(a, { durationMs: 5 }, { durationMs: 700, failed: true }, { route: "/cart" });
    await digest(a, { durationMs: 900 });
    await digest(b, { durationMs: 9 });
    expect(await countsBy(a)).toEqual({ "web server /shop": 3, "web server /cart": 1 });
    expect(await countsBy(b)).toEqual({ "web server /shop": 1 });
    const [operation] = await bench.store.rollups.operationsOf(a, "/shop");
    expect(operation).toEqual({
      id: operation!.id,
      service: "web",
      kind: "server",
      route: "/shop",
    });
    expect(await bench.store.rollups.operation(a, operation!.id)).toEqual(operation);
    expect(await bench.store.rollups.operation(b, operation!.id)).toBeUndefined();
    const { rollup } = (await bench.store.rollups.operations({ projectId: a, ...year })).find(
      (each) => each.operation.id === operation!.id,
    )!;
    expect(contentOf(rollup)).toMatchObject({
      count: 3,
      failed: 1,
      satisfied: 1,
      tolerated: 1,
      totalUs: 1_605_000,
    });
  });

  test("requests of one route are separated by method", async () => {
    const { id } = await newProject(bench.store);
    await digest(id, {}, { method: "GET" }, { method: "POST" });
    await digest(id, { method: "POST" });
    const all = await bench.store.rollups.operations({ projectId: id, ...year });
    const counts = all.map(({ operation: { method = "" }, rollup }) => [
      method,
      rollup.durations.count,
    ]);
    expect(Object.fromEntries(counts)).toEqual({ "": 1, GET: 1, POST: 2 });
    const named = await bench.store.rollups.operationsOf(id, "/shop");
    expect(named.map(({ method }) => method)).toEqual([undefined, "GET", "POST"]);
    expect(await bench.store.rollups.operation(id, named[2]!.id)).toEqual(named[2]);
  });

  test("unfinished and failed batches are invisible", async () => {
    const { id } = await newProject(bench.store);
    await digest(id, {});
    const failing = bench.store.digest(async (transaction) => {
      await digestRollups(
        { digest: (work) => work(transaction) },
        { rollups: [rollupChange(id, {}), rollupChange(id, { route: "/new" })] },
      );
      expect(await countsBy(id)).toEqual({ "web server /shop": 1 });
      throw new Error("the disk is full");
    });
    await expect(failing).rejects.toThrow("the disk is full");
    expect(await countsBy(id)).toEqual({ "web server /shop": 1 });
    expect(await bench.store.rollups.operationsOf(id, "/new")).toEqual([]);
  });

  test("two processes add to the same rows", async () => {
    const { id } = await newProject(bench.store);
    const beside = await bench.another();
    for (const store of [bench.store, beside, bench.store, beside]) {
      await digestRollups(store, { rollups: [rollupChange(id, { release: "1" })] });
    }
    expect(await countsBy(id)).toEqual({ "web server /shop": 4 });
  });

  test("beyond 10,000 routes, the route becomes “(other)” of the same service and kind", async () => {
    const { id } = await newProject(bench.store);
    await digest(id, ...Array.from({ length: 10_003 }, (_, at) => ({ route: `/${at}` })));
    await digest(
      id,
      { route: "/17" },
      { route: "/10001" },
      { route: "/late", kind: "task", durationMs: 8 },
    );
    const counts = await countsBy(id);
    expect(Object.keys(counts)).toHaveLength(10_002);
    expect(counts["web server /17"]).toBe(2);
    expect(counts["web server (other)"]).toBe(4);
    expect(counts["web task (other)"]).toBe(1);
  });

  test("thousands of invented releases and environments share a row and lose no count", async () => {
    const { id } = await newProject(bench.store);
    const names = Array.from({ length: 600 }, (_, at) => `${at}`);
    await digest(id, ...names.map((release) => ({ release, environment: "production" })));
    await digest(id, ...names.map((environment) => ({ environment })), {
      release: "599",
      environment: "production",
    });
    expect(await countsBy(id)).toEqual({ "web server /shop": 1_201 });
    const operationId = (await bench.store.rollups.operationsOf(id, "/shop"))[0]!.id;
    const byRelease = await bench.store.rollups.byRelease({ projectId: id, operationId, ...year });
    const counts = new Map(
      byRelease.map(({ release, rollup }) => [release, rollup.durations.count]),
    );
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(1_201);
    expect(counts.get("0")).toBe(1);
    expect(counts.get("(other)")).toBeGreaterThan(200);
  });

  test("better samples of later batches replace earlier ones", async () => {
    const { id } = await newProject(bench.store);
    const runs = Array.from({ length: 40 }, (_, at) => ({
      traceId: sampledTraceId(`${at}`),
      durationMs: (at * 17) % 40,
      failed: at % 2 === 0,
      at: noon + at * 1_000,
    }));
    for (const run of runs) await digest(id, run);
    const [operation] = await bench.store.rollups.operationsOf(id, "/shop");
    const asked = { projectId: id, operationId: operation!.id, ...year, limit: 50 };
    const slow = await bench.store.rollups.samples({ ...asked, class: "slow" });
    expect(slow.slice(0, 5).map(({ durationMs }) => durationMs)).toEqual([39, 38, 37, 36, 35]);
    const failed = await bench.store.rollups.samples({ ...asked, class: "failed" });
    expect(failed.map(({ startedAt }) => (startedAt - noon) / 1_000)).toEqual([38, 36, 34, 32, 30]);
    const random = await bench.store.rollups.samples({ ...asked, class: "random" });
    expect(random).toHaveLength(samplesKept.random);
  });

  test("no sample of part of an hour is slower than the slowest listed for it", async () => {
    const { id } = await newProject(bench.store);
    const minute = 60_000;
    const early = Array.from({ length: 6 }, (_, at) => [at, 500 + at] as const);
    const late = Array.from({ length: 6 }, (_, at) => [40 + at, 200 + at] as const);
    const next = Array.from({ length: 4 }, (_, at) => [60 + at, 100 + at] as const);
    for (const [after, durationMs] of [...early, ...late, ...next])
      await digest(id, {
        traceId: sampledTraceId(`${after}`),
        durationMs,
        at: noon + after * minute,
      });
    const [operation] = await bench.store.rollups.operationsOf(id, "/shop");
    const window = { since: noon + 30 * minute, until: noon + 90 * minute };
    const asked = { projectId: id, operationId: operation!.id, ...window, limit: 5 };
    const slow = await bench.store.rollups.samples({ ...asked, class: "slow" });
    const random = await bench.store.rollups.samples({ ...asked, class: "random" });
    const longest = Math.max(...random.map(({ durationMs }) => durationMs));
    expect(longest).toBeGreaterThan(200);
    expect(slow[0]!.durationMs).toBe(longest);
    expect(new Set(slow.map(({ traceId }) => traceId)).size).toBe(5);
  });

  test("each resolution is retained as configured, and the rest still adds up", async () => {
    const { id } = await newProject(bench.store);
    const ages = [hourMs, 3 * dayMs, 34 * dayMs, 36 * dayMs, 390 * dayMs, 410 * dayMs];
    await digest(id, ...ages.map((age) => ({ at: noon - age, traceId: sampledTraceId(`${age}`) })));
    const countOf = async (age: number) =>
      (await countsBy(id, { since: noon - age - 1, until: noon - age + 1 }))["web server /shop"] ??
      0;
    expect(await Promise.all(ages.map(countOf))).toEqual([1, 1, 1, 1, 1, 1]);
    await bench.store.rollups.evict(noon);
    expect(await Promise.all(ages.map(countOf))).toEqual([1, 1, 1, 1, 1, 0]);
    const units = ages.map(
      async (age) =>
        (await bench.store.rollups.cover({ since: noon - age, until: noon - age })).unit,
    );
    expect(await Promise.all(units)).toEqual(["5-minutes", "hour", "hour", "day", "day", "day"]);
    const sampled = await bench.store.rollups.sampledTraces(id, { from: 0, to: noon });
    expect(sampled).toEqual(new Set(ages.slice(0, 3).map((age) => sampledTraceId(`${age}`))));
    expect(await bench.store.rollups.evict(noon)).toBe(0);
  });
}
