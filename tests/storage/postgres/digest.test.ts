import { setTimeout } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import type { TraceId } from "#server/domain/ids.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { DigestTransaction } from "#server/storage/digest/digest-store.ts";
import { openPostgresStore } from "#server/storage/postgres/open.ts";
import type { Store } from "#server/storage/store.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import { noChanges } from "#tests/storage/no-changes.ts";
import { dayOf } from "#tests/storage/projects/retention-contract.ts";
import {
  dayMs,
  digestSamples,
  newProject,
  noon,
  reread,
  type Sample,
} from "#tests/storage/sample.ts";

let server: TestPostgres;
let url: string;
let sql: postgres.Sql;
let stores: Store[];
let project: Project;

beforeAll(async () => {
  server = await startPostgres();
  url = await server.create();
  sql = postgres(url, { max: 1, connection: { application_name: "the test" } });
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

/** Simulates four processes with one connection each: a batch needs no second one. */
beforeEach(async () => {
  await (await openPostgresStore(url, { process: "first", connections: 1 })).close();
  await server.reset(url);
  stores = await Promise.all(
    ["a", "b", "c", "d"].map((process) => openPostgresStore(url, { process, connections: 1 })),
  );
  project = await newProject(stores[0]!);
});
afterEach(() => Promise.all(stores.map((store) => store.close())));

/** A batch saved within `transaction`. */
const digestIn = (transaction: DigestTransaction, samples: Sample[]) =>
  digestSamples({ digest: (work) => work(transaction) } as Store, project, samples);

const batchOf = (writer: number, batch: number): Sample[] =>
  Array.from({ length: 20 }, (_, n) => ({
    issue: "one",
    name: `${writer} ${batch} ${n}`,
    user: `user ${n}`,
    environment: "live",
    at: noon + n,
    tags: [
      ["writer", `${writer}`],
      ["n", `${n}`],
    ] as [string, string][],
  }));

test("four processes that store batches on one issue count exactly", async () => {
  const batches = stores.flatMap((store, writer) =>
    [0, 1, 2].map((batch) => digestSamples(store, project, batchOf(writer, batch))),
  );
  await Promise.all(batches);
  const [store] = stores as [Store];
  expect(await store.issues.counts(project.id, "live")).toMatchObject({ open: 1, all: 1 });
  const issue = (await store.issues.find(project.id, { number: 1 }))!;
  expect(issue).toMatchObject({ count: 240, userCount: 20 });
  const tags = await store.issues.tags(project.id, issue.id, { values: 30 });
  expect(tags.map(({ key, total, distinct }) => [key, total, distinct])).toEqual([
    ["n", 240, 20],
    ["writer", 240, 4],
  ]);
  expect(tags[1]!.values.map(({ count }) => count)).toEqual([60, 60, 60, 60]);
  const hours = await store.traffic.hours(project.id, {
    until: noon,
    hours: 1,
    environment: "live",
  });
  expect(hours).toEqual([240]);
  expect((await store.events.list({ issue, limit: 500 })).rows).toHaveLength(240);
});

test("a repeated batch is stored once and returns its result both times", async () => {
  const [store, beside] = stores as [Store, Store];
  const entry = {
    projectId: project.id,
    hour: noon,
    outcome: "kept",
    category: "error",
    reason: "",
  } as const;
  const batch = (from: Store, offset: number) =>
    from.digest(async (transaction) => {
      const outcomes = [{ ...entry, quantity: 1 }];
      await transaction.save({ ...noChanges, outcomes, cursor: { segment: 7, offset } });
      return `up to ${offset}`;
    });
  const stored = async () =>
    (await store.outcomes.read(project.id, 0)).map(({ quantity }) => quantity);
  for (const offset of [100, 100, 60]) expect(await batch(store, offset)).toBe(`up to ${offset}`);
  expect(await stored()).toEqual([1]);
  await batch(store, 101);
  // Each process has its own queue position.
  await batch(beside, 100);
  expect(await stored()).toEqual([3]);
  expect(await store.digested()).toEqual({ segment: 7, offset: 101 });
});

/** Kills the server processes within a transaction. */
const kill = () => sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'spoor' AND state = 'idle in transaction'`;

test("a connection killed in the middle of a batch loses and duplicates nothing", async () => {
  const [store] = stores as [Store];
  let runs = 0;
  await store.digest(async (transaction) => {
    await digestIn(transaction, [{ issue: "a", name: "1", user: "ada" }]);
    if (++runs === 1) expect(await kill()).toHaveLength(1);
    await digestIn(transaction, [{ issue: "a", name: "2", user: "ada" }]);
  });
  expect(runs).toBe(2);
  const issue = (await store.issues.find(project.id, { number: 1 }))!;
  expect(issue).toMatchObject({ count: 2, userCount: 1 });
});

test("a connection killed just before COMMIT stores its batch once after a retry", async () => {
  const [store] = stores as [Store];
  const cursor = { segment: 2, offset: 9 };
  const attempt = (mishap: () => unknown) =>
    store.digest(async (transaction) => {
      await digestSamples(
        { digest: (work) => work(transaction) } as Store,
        project,
        [{ issue: "a", name: "1" }],
        cursor,
      );
      await mishap();
    });
  const lost: unknown = await attempt(kill).catch((error: unknown) => error);
  expect(diskCauseOf(lost)).toBe("away");
  await attempt(() => undefined);
  await attempt(() => undefined);
  expect((await store.issues.find(project.id, { number: 1 }))!.count).toBe(1);
  expect(await store.digested()).toEqual(cursor);
});

test("a process's first batch with a pending COMMIT is waited for, not stored again", async () => {
  const [store, beside] = stores as [Store, Store];
  await digestSamples(beside, project, [{ issue: "one", name: "another's" }]);
  const before = await sql.reserve();
  await before`BEGIN`;
  await before`SELECT FROM writers WHERE project_id = ${project.id} FOR UPDATE`;
  await before`INSERT INTO digests (process, segment, position, at) VALUES ('a', 1, 100, 0)`;
  const again = digestSamples(store, project, [{ issue: "one", name: "again" }], {
    segment: 1,
    offset: 100,
  });
  await setTimeout(100);
  await before`COMMIT`;
  before.release();
  await again;
  expect(await store.issues.find(project.id, { number: 1 })).toMatchObject({ count: 1 });
});

test("lookups without a time use the batch's connection", async () => {
  const traceId = "0123456789abcdef0123456789abcdef" as TraceId;
  const found = await stores[0]!.digest((transaction) =>
    transaction.tracesFor([{ projectId: project.id, traceId }]),
  );
  expect(found.size).toBe(0);
});

test("a batch for days without partitions creates them and restarts", async () => {
  const [store, beside] = stores as [Store, Store];
  const samples = [0, 1, 40].map((days) => ({
    issue: "a",
    name: `${days}`,
    at: noon - days * dayMs,
  }));
  const issues = await digestSamples(store, project, samples);
  const issue = await reread(beside, issues.get("a")!);
  expect((await beside.events.list({ issue, limit: 9 })).rows.map(({ title }) => title)).toEqual([
    "0",
    "1",
    "40",
  ]);
  const days = await beside.retention.days();
  expect(days.map(({ day }) => day)).toEqual([40, 1, 0].map((n) => dayOf(noon - n * dayMs)));
});

test("dropping a day disturbs no process that writes to the next", async () => {
  await digestSamples(stores[0]!, project, [{ issue: "one", name: "old", at: noon - dayMs }]);
  const writing = stores.map(async (store, writer) => {
    for (let batch = 0; batch < 4; batch++)
      await digestSamples(store, project, batchOf(writer, batch));
  });
  const dropper = await openPostgresStore(url, { process: "dropper", connections: 2 });
  await dropper.retention.drop({ day: dayOf(noon - dayMs), why: "age" }, noon);
  await Promise.all(writing);
  const issue = (await dropper.issues.find(project.id, { number: 1 }))!;
  expect(issue.count).toBe(321);
  const { rows } = await dropper.events.list({ issue, limit: 500 });
  expect(rows).toHaveLength(320);
  expect(await dropper.retention.acts(1)).toMatchObject([
    { kind: "age", day: dayOf(noon - dayMs) },
  ]);
  await dropper.close();
});
