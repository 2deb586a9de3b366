import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import postgres from "postgres";
import { connectDatabase } from "#server/storage/postgres/database.ts";
import { dayOf, telemetryDays } from "#server/storage/postgres/days.ts";
import { openPostgresStore } from "#server/storage/postgres/open.ts";
import type { Store } from "#server/storage/store.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import { newProject, noon } from "#tests/storage/sample.ts";
import { gatheredAfterDownsampling } from "#tests/storage/traces/gather-sample.ts";
import { searchesFindAll } from "#tests/storage/traces/search-reference.ts";
import {
  digestTraces,
  partTexts,
  saveTraces,
  termsOf,
  traceFilter,
  traceIdOf,
  type TraceSample,
} from "#tests/storage/traces/trace-sample.ts";

let server: TestPostgres;
let url: string;
let stores: Store[] = [];

const open = async (process: string): Promise<Store> => {
  const store = await openPostgresStore(url, { process, connections: 3 });
  stores.push(store);
  return store;
};

beforeAll(async () => {
  server = await startPostgres();
  url = await server.create();
  await (await openPostgresStore(url, { process: "first", connections: 1 })).close();
});
beforeEach(() => server.reset(url));
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()));
  stores = [];
});
afterAll(() => server.stop());

async function countIn(table: string): Promise<number> {
  const sql = postgres(url, { max: 1 });
  const [row] = await sql.unsafe<{ count: string }[]>(`SELECT count(*) AS count FROM ${table}`);
  await sql.end();
  return Number(row!.count);
}

async function found(
  store: Store,
  project: Awaited<ReturnType<typeof newProject>>,
  ...terms: string[]
) {
  const { filter, reads } = traceFilter(project.id, { terms: termsOf(...terms) });
  const { rows } = await store.traces.list(filter);
  return { found: rows.map(({ traceId }) => traceId), read: reads.count };
}

test("every search equals a scan over all traces", { timeout: 120_000 }, async () => {
  // Batches are merged per project and not per day only: two projects would need twice as many.
  await searchesFindAll(await open("one"), { projects: 1, batches: 360, searches: 60 });
  expect(await countIn("trace_batches")).toBeLessThan(200);
});

test("single traces are gathered into few packs while others read them", async () => {
  const [store, beside] = [await open("one"), await open("two")];
  const project = await newProject(store);
  for (let n = 0; n < 300; n++) {
    const late: TraceSample[] =
      n > 0 ? [{ trace: `${n - 1}`, attributes: [`order.id=late ${n - 1}`] }] : [];
    await digestTraces(store, project.id, [
      { trace: `${n}`, attributes: [`order.id=${n}`] },
      ...late,
    ]);
    if (n % 50 === 0)
      expect((await beside.traces.find(project.id, traceIdOf("0")))!.parts).toHaveLength(
        n === 0 ? 1 : 2,
      );
  }
  expect(await countIn("span_packs")).toBeLessThan(60);
  expect(await countIn("trace_batches")).toBeLessThan(60);
  for (const reader of [store, beside]) {
    for (const n of [0, 7, 254, 255, 256, 298]) {
      const { parts } = (await reader.traces.find(project.id, traceIdOf(`${n}`)))!;
      const texts = [`trace=${n}\norder.id=${n}\n`, `trace=${n}\norder.id=late ${n}\n`];
      expect(partTexts(parts).toSorted()).toEqual(texts.toSorted());
    }
    expect((await found(reader, project, "order.id=late 7")).found).toEqual([traceIdOf("7")]);
  }
});

test("small packs are gathered after downsampling, and readers continue", async () => {
  await gatheredAfterDownsampling(await open("one"), await open("two"));
});

test("names from a rolled-back batch are forgotten, and another process's are read", async () => {
  const [one, two] = [await open("one"), await open("two")];
  const project = await newProject(one);
  await digestTraces(one, project.id, [{ trace: "a", attributes: ["plan=free"], name: "GET /" }]);
  const undone = one.digest(async (transaction) => {
    await saveTraces(transaction, project.id, [
      { trace: "b", attributes: ["plan=pro", "shelf=s1"], name: "POST /b" },
    ]);
    throw new Error("the disk is full");
  });
  await expect(undone).rejects.toThrow("the disk is full");
  await digestTraces(two, project.id, [
    { trace: "c", attributes: ["plan=team", "region=eu"], name: "POST /c" },
  ]);
  await digestTraces(one, project.id, [
    { trace: "d", attributes: ["plan=pro", "region=eu"], name: "POST /b" },
  ]);
  await digestTraces(two, project.id, [
    { trace: "e", attributes: ["plan=pro", "shelf=s1"], name: "POST /b" },
  ]);
  for (const store of [one, two]) {
    const of = async (...terms: string[]) => (await found(store, project, ...terms)).found;
    expect(await of("plan=pro")).toEqual(["e", "d"].map(traceIdOf));
    expect(await of("region=eu")).toEqual(["d", "c"].map(traceIdOf));
    expect(await of("shelf=s1")).toEqual([traceIdOf("e")]);
    const { rows } = await store.traces.list(traceFilter(project.id).filter);
    expect(rows.map(({ root }) => root.name)).toEqual(["POST /b", "POST /b", "POST /c", "GET /"]);
  }
  expect(await countIn("trace_shapes")).toBe(3);
});

test("a dropped and recreated day is new to its readers", async () => {
  const [one, two] = [await open("one"), await open("two")];
  const project = await newProject(one);
  const sample = (trace: string, plan: string) => ({
    trace,
    attributes: [`plan=${plan}`],
    name: `GET /${plan}`,
  });
  await digestTraces(one, project.id, [sample("a", "free"), sample("b", "pro")]);
  const database = connectDatabase(url, 1);
  await telemetryDays(database).drop(dayOf(noon));
  await database.close();
  await digestTraces(two, project.id, [sample("c", "pro")]);
  await digestTraces(one, project.id, [sample("d", "pro"), sample("e", "free")]);
  expect((await found(two, project, "plan=pro")).found).toEqual(["d", "c"].map(traceIdOf));
  const { rows } = await two.traces.list(traceFilter(project.id).filter);
  expect(rows.map(({ root }) => root.name)).toEqual(["GET /free", "GET /pro", "GET /pro"]);
});

test("texts that the database cannot store fail no batch", async () => {
  const store = await open("one");
  const project = await newProject(store);
  const sample: TraceSample = {
    trace: "a",
    attributes: ["plan=x\0y", "shelf=\uD800"],
    environment: "p\0",
    name: "GET /\0",
  };
  await digestTraces(store, project.id, [sample]);
  await digestTraces(store, project.id, [{ ...sample, trace: "b" }]);
  expect(await found(store, project, "plan=x\0y", "shelf=\uD800")).toEqual({
    found: ["b", "a"].map(traceIdOf),
    read: 0,
  });
});
