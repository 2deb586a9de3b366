import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Project } from "#server/domain/project/project.ts";
import { defaultLimits, forEachRule } from "#server/domain/retention/limits.ts";
import { dailyTables } from "#server/storage/tables.ts";
import { type CitusCluster, citusPrograms, startCitus } from "#tests/harness/servers/citus.ts";
import { json, run } from "#tests/harness/command-line.ts";
import { parsePrometheus } from "#tests/harness/requests/prometheus-text.ts";
import { makeOwner, makeProject, owner } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { openStoreOf } from "#tests/harness/store-of.ts";
import { signIn, type Visitor } from "#tests/harness/visitor.ts";
import { dayMs, digestSamples } from "#tests/storage/sample.ts";
import { digestTraces } from "#tests/storage/traces/trace-sample.ts";

// Sizes and retention of a cluster, compared with what its nodes' catalogs say. Rows are on the
// workers; the coordinator's tables of the same names are empty.

let cluster: CitusCluster;
let databaseUrl: string;
let sql: postgres.Sql;
let spoor: Spoor;
let session: Visitor;

/** Newest first, with different numbers of events and traces. */
const sampleDays = [1, 2, 3, 4, 5].map((ago) => {
  const at = Date.now() - ago * dayMs;
  return { day: new Date(at).toISOString().slice(0, 10), at, events: 40 * ago, traces: 2 * ago };
});

beforeAll(async () => {
  if (!citusPrograms) return;
  cluster = await startCitus();
  databaseUrl = await cluster.create("spoor");
  sql = postgres(databaseUrl, { max: 1 });
  // Own traces would change sizes during a comparison.
  const environment = { DATABASE_URL: databaseUrl, OTEL_SDK_DISABLED: "true" };
  spoor = await startSpoor({ environment });
  await makeOwner(spoor);
  session = await signIn(spoor.url, owner);
  const projects = [await makeProject(spoor, "shop"), await makeProject(spoor, "blog")];
  const store = await openStoreOf({ ...spoor, databaseUrl });
  for (const { slug } of projects) await fill(store, slug);
  await store.retention.measure(Date.now());
  await store.close();
});
afterAll(async () => {
  await sql?.end();
  await spoor?.remove();
  await cluster?.stop();
});

/** Stores a half of each day's samples. */
async function fill(store: Awaited<ReturnType<typeof openStoreOf>>, slug: string): Promise<void> {
  const project = (await store.projects.bySlug(slug)) as Project;
  const several = (count: number, at: number) =>
    Array.from({ length: count / 2 }, (_, n) => ({ name: `${slug} ${at} ${n}`, at }));
  const events = sampleDays.flatMap(({ at, events }) => several(events, at));
  await digestSamples(
    store,
    project,
    events.map((each) => ({ issue: "a", value: each.name.repeat(50), ...each })),
  );
  const traces = sampleDays.flatMap(({ at, traces }) => several(traces, at));
  await digestTraces(
    store,
    project.id,
    traces.map(({ name, at }) => ({ trace: name, at })),
  );
}

type Shown = { day: string; bytes: number; events: number; traces: number };
type Reading = { days: Shown[]; files: { main: number; artifacts: number } };

/** The data with which the page is rendered: React Router's form of it, one flat list of values. */
async function readData(): Promise<Reading> {
  const { status, text } = await session.get("/settings/storage.data");
  expect(status).toBe(200);
  const flat = JSON.parse(text.split("\n", 1)[0]!) as unknown[];
  const at = (index: number): unknown => {
    const value = index < 0 ? undefined : flat[index];
    if (Array.isArray(value)) return typeof value[0] === "string" ? value : value.map(at);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, of]) => [flat[Number(key.slice(1))], at(of as number)]),
    );
  };
  const routes = at(0) as { [route: string]: { data: Reading } };
  return routes["routes/settings/storage"]!.data;
}

/** Rows of the table of days: `Nov 28 1.6 MiB 600 2 in 30 days`. */
async function readPage(): Promise<Map<string, Shown>> {
  const html = (await session.get("/settings/storage")).text;
  const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].flatMap(([, row]) => {
    const [, day] = /datetime="(\d{4}-\d\d-\d\d)/i.exec(row!) ?? [];
    const cells = row!.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
    const [, size, unit, events, traces] =
      /([\d.]+) (KiB|MiB) ([\d,]+) ([\d,]+) in \d+ days/.exec(cells) ?? [];
    if (!day || !size) return [];
    const bytes = Number(size) * (unit === "MiB" ? 1024 ** 2 : 1024);
    return [{ day, bytes, events: Number(events), traces: Number(traces) }];
  });
  return new Map(rows.map((row) => [row.day, row]));
}

const partitionsOf = (day: string) =>
  dailyTables.map((table) => `${table}_${day.replaceAll("-", "")}`);

/** As Citus sums the shards' sizes: of rows and indexes on the workers. */
async function bytesOnWorkers(day: string): Promise<number> {
  const [row] = await sql<{ bytes: string }[]>`
    SELECT sum(citus_total_relation_size(name::regclass)) AS bytes FROM unnest(${partitionsOf(day)}::text[]) AS t(name)`;
  return Number(row!.bytes);
}

/** The empty tables of the same names. */
async function bytesOnCoordinator(day: string): Promise<number> {
  const [row] = await sql<{ bytes: string }[]>`
    SELECT sum(pg_total_relation_size(name::regclass)) AS bytes FROM unnest(${partitionsOf(day)}::text[]) AS t(name)`;
  return Number(row!.bytes);
}

async function onEachNode(command: string): Promise<number[]> {
  const rows = await sql<
    { result: string }[]
  >`SELECT result FROM run_command_on_all_nodes(${command})`;
  return rows.map(({ result }) => Number(result));
}

const sum = (values: number[]) => values.reduce((all, each) => all + each, 0);

/** Shards of these days' tables on each node. */
const shardsOf = (days: string[]) =>
  onEachNode(`SELECT count(*) FROM pg_class WHERE relkind = 'r'
    AND relname ~ '^(${days.flatMap(partitionsOf).join("|")})_[0-9]+$'`);

describe.skipIf(!citusPrograms)("the storage page of a cluster", () => {
  test("shows each day's bytes on the workers, and its events and traces", async () => {
    const [{ days }, page] = [await readData(), await readPage()];
    const byDay = new Map(days.map((each) => [each.day, each]));
    for (const { day, events, traces } of sampleDays) {
      const [onWorkers, onCoordinator] = [await bytesOnWorkers(day), await bytesOnCoordinator(day)];
      expect(onCoordinator / onWorkers, "the coordinator's part").toBeLessThan(0.6);
      expect(byDay.get(day), day).toMatchObject({ bytes: onWorkers, events, traces });
      const shown = page.get(day)!;
      expect(shown, day).toMatchObject({ events, traces });
      expect(Math.abs(shown.bytes / onWorkers - 1), "rounded to two digits").toBeLessThan(0.05);
    }
  });

  test("accounts for the databases of all nodes, like doctor and metrics", async () => {
    const { days, files } = await readData();
    const telemetry = sum(days.map(({ bytes }) => bytes));
    const onNodes = sum(await onEachNode("SELECT pg_database_size(current_database())"));
    const all = telemetry + files.main + files.artifacts;
    expect(Math.abs(all / onNodes - 1)).toBeLessThan(0.01);
    const metrics = async () => {
      const families = parsePrometheus(await (await fetch(`${spoor.url}/metrics`)).text());
      return [...(families.get("spoor_database_bytes")?.series.values() ?? [0])][0]!;
    };
    await expect.poll(metrics).toBeGreaterThan(onNodes * 0.99);
    const doctor = json(
      await run(["doctor", "--json"], spoor.dataFolder, { DATABASE_URL: databaseUrl }),
    );
    const text = JSON.stringify(doctor["findings"]);
    const [, count, mib] = /(\d+) days use ([\d.]+) MiB/.exec(text)!;
    expect(Number(count)).toBe(days.length);
    expect(Math.abs((Number(mib) * 1024 ** 2) / telemetry - 1)).toBeLessThan(0.05);
  });

  test("retention deletes expired days from the workers and says how much", async () => {
    const [kept, expired] = [sampleDays.slice(0, 3), sampleDays.slice(3)];
    const names = expired.map(({ day }) => day);
    const before = new Map((await readData()).days.map((each) => [each.day, each]));
    const freed = sum(await Promise.all(names.map(bytesOnWorkers)));
    const each = names.length * dailyTables.length;
    expect((await shardsOf(names)).toSorted((a, b) => a - b)).toEqual([0, each, each]);
    const sizes = () => onEachNode("SELECT pg_database_size(current_database())").then(sum);
    const full = await sizes();

    const rules = forEachRule((field) => String(defaultLimits[field]));
    const limits = { ...rules, eventDays: "3", size: "", intent: "drop" };
    expect((await session.post("/settings/storage", limits)).status).toBe(303);
    await expect.poll(() => shardsOf(names), { timeout: 30_000 }).toEqual([0, 0, 0]);
    expect((full - (await sizes())) / freed, "bytes freed on the workers").toBeGreaterThan(0.9);
    const days = async () =>
      (await readData()).days.map(({ day }) => day).filter((day) => before.has(day));
    await expect.poll(async () => (await days()).filter((day) => names.includes(day))).toEqual([]);
    expect(await days()).toEqual(expect.arrayContaining(kept.map(({ day }) => day)));
    const acts = await sql<{ day: string; bytes: number; events: number; traces: number }[]>`
      SELECT day::text, bytes::int, events::int, traces::int FROM retention_acts WHERE kind = 'age' ORDER BY day DESC`;
    expect([...acts]).toEqual(
      names.map((day) => {
        const { bytes, events, traces } = before.get(day)!;
        return { day, bytes, events, traces };
      }),
    );
    expect((await session.get("/settings/storage")).text).toContain("Expired");
    expect(spoor.output()).not.toContain('"level":"error"');
  });
});
