import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Rollup } from "#server/domain/rollup/rollup.ts";
import { emptyRollup, mergeRollup } from "#server/domain/rollup/rollup.ts";
import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import type { Store } from "#server/storage/store.ts";
import { digestRollups, rollupChange } from "#tests/storage/rollup-sample.ts";
import { type Budget, figure, type MeasuredFigure, median } from "../figure.ts";
import { type RawDurations, rawDurations } from "../floors/raw-durations.ts";
import { days, monthEnd, monthStart, putMonth, routeCount, routeOf } from "../rollups/month.ts";
import type { Bench } from "../suite.ts";

const window = { since: monthStart, until: monthEnd };
const quantiles = [0.5, 0.75, 0.95, 0.99];
/** Neither the busiest nor the quietest. */
const oneRoute = 7;
const timesARound = 15;
const operationsABatch = 20;

type Filled = { store: Store; projectId: ProjectId; spans: number };
type Times = { one: number; all: number; production: number; batch: number };
type Round = { ours: Times; tenth: Times; raw: { one: number; all: number } };

const spanCount = 10_000_000;

/**
 * Percentiles over 30 days, read from sketches; the floor sorts the durations themselves, a row a span. In a quick run the
 * month comes in fewer batches, and the floor has one span in fifty, its time taken times fifty.
 */
export async function rollups({ rounds, seconds }: Bench): Promise<MeasuredFigure[]> {
  const [everyHours, oneIn] = seconds.other >= 10 ? [1, 1] : [6, 50];
  const folder = await mkdtemp(join(tmpdir(), "spoor-rollups-"));
  const raw = rawDurations(join(folder, "raw.db"));
  let drawn = 0;
  const addToRaw = (route: number, at: number, durationMs: number) => {
    if (++drawn % oneIn === 0) raw.add(route, at, durationMs);
  };
  const ours = await fill(join(folder, "ours"), (store, id) =>
    putMonth(store, id, { spans: spanCount, everyHours, each: addToRaw }),
  );
  const tenth = await fill(join(folder, "tenth"), (store, id) =>
    putMonth(store, id, { spans: spanCount / 10, everyHours }),
  );
  const measured: Round[] = [];
  for (let round = -1; round < rounds; round++) {
    const one = { ours: await timesOf(ours), tenth: await timesOf(tenth), raw: rawTimes(raw, oneIn) };
    // The first round only warms up.
    if (round >= 0) measured.push(one);
  }
  raw.close();
  for (const { store } of [ours, tenth]) await store.close();
  await rm(folder, { recursive: true });
  return figuresOf(measured, ours.spans);
}

async function fill(folder: string, put: (store: Store, projectId: ProjectId) => Promise<number>): Promise<Filled> {
  const store = await openSqliteStore(folder, { recover: true });
  const about = { name: "Shop", slug: "shop", platform: "node", prefix: "SHOP", publicKey: "k", createdAt: 0 };
  const project = await store.projects.create(about);
  if (project === "taken") throw new Error("The folder was not empty.");
  const spans = await put(store, project.id);
  await store.rollups.evict(monthEnd);
  return { store, projectId: project.id, spans };
}

async function timesOf({ store, projectId }: Filled): Promise<Times> {
  const [operation] = await store.rollups.operationsOf(projectId, routeOf(oneRoute));
  const operationId = operation!.id;
  const step = { unit: "day", every: 1 } as const;
  const list = async (environment?: string) => {
    const all = await store.rollups.operations({ projectId, ...window, ...(environment && { environment }) });
    if (all.length !== routeCount) throw new Error(`${all.length} routes instead of ${routeCount}.`);
    for (const { rollup } of all) percentilesOf(rollup);
  };
  return {
    one: await timed(async () => {
      const total = emptyRollup();
      const series = await store.rollups.series({ projectId, operationId, ...window }, step);
      for (const { rollup } of series) mergeRollup(total, rollup);
      if (series.length !== days) throw new Error(`${series.length} days instead of ${days}.`);
      percentilesOf(total);
    }),
    all: await timed(() => list()),
    production: await timed(() => list("production")),
    batch: await timed(async () => {
      const runs = Array.from({ length: operationsABatch }, (_, route) => ({ route: routeOf(route), service: "shop" }));
      const changes = runs.map((run) => rollupChange(projectId, { ...run, environment: "production", at: monthEnd }));
      await digestRollups(store, { rollups: changes });
    }),
  };
}

function rawTimes(raw: RawDurations, oneIn: number): Round["raw"] {
  const routes = Array.from({ length: routeCount }, (_, route) => route);
  const time = (of: number[]) => {
    const startedAt = performance.now();
    raw.percentiles(window, of);
    return (performance.now() - startedAt) * oneIn;
  };
  return { one: time([oneRoute]), all: time(routes) };
}

const percentilesOf = ({ durations }: Rollup) => quantiles.map((q) => durations.quantile(q)!);

async function timed(work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < timesARound; time++) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

function figuresOf(measured: Round[], spans: number): MeasuredFigure[] {
  const size = `${(spans / 1e6).toFixed(1)} M spans`;
  const one = (name: string, ours: (round: Round) => number, floor?: (round: Round) => number, budget?: Budget) =>
    figure({ name, unit: "ms", values: measured.map(ours), ...(floor && { floors: measured.map(floor) }), budget });
  const flat: Budget = { of: "ratio", atMost: 1.5 };
  return [
    one(
      `percentiles of one route, 30 days, ${size}, beside a raw scan`,
      ({ ours }) => ours.one,
      ({ raw }) => raw.one,
      {
        ...{ of: "value", atMost: 5 },
      },
    ),
    one(
      `of ${routeCount} routes, beside a raw scan`,
      ({ ours }) => ours.all,
      ({ raw }) => raw.all,
      {
        ...{ of: "value", atMost: 30 },
      },
    ),
    one(`of ${routeCount} routes in one environment`, ({ ours }) => ours.production, undefined, {
      of: "value",
      atMost: 30,
    }),
    one(
      "of one route, beside a tenth of the spans",
      ({ ours }) => ours.one,
      ({ tenth }) => tenth.one,
      flat,
    ),
    one(
      `of ${routeCount} routes, beside a tenth of the spans`,
      ({ ours }) => ours.all,
      ({ tenth }) => tenth.all,
      flat,
    ),
    one(`a batch that adds to ${operationsABatch} operations, committed`, ({ ours }) => ours.batch),
  ];
}
