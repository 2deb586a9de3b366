import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Rollup } from "#server/domain/rollup/rollup.ts";
import { emptyRollup, mergeRollup } from "#server/domain/rollup/rollup.ts";
import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import type { Store } from "#server/storage/store.ts";
import { digestRollups, rollupChange } from "#tests/storage/rollups/rollup-sample.ts";
import { type Budget, figure, type Figure, median } from "../figure.ts";
import type { FigureName } from "../budgets.ts";
import { floorIs } from "../floor-is.ts";
import { type RawDurations, rawDurations } from "../floors/raw-durations.ts";
import { days, monthEnd, monthStart, putMonth, routeCount, routeOf } from "../rollups/month.ts";
import type { Bench } from "../suite.ts";

const window = { since: monthStart, until: monthEnd };
const quantiles = [0.5, 0.75, 0.95, 0.99];
/** Neither the busiest nor the quietest route. */
const oneRoute = 7;
const timesPerRound = 15;
const operationsPerBatch = 20;

type Filled = { store: Store; projectId: ProjectId; spans: number };
type Work = () => Promise<void>;
type Read = (round: Round) => number;
type Works<Of> = { one: Of; all: Of; production: Of; batch: Of };
type Round = { ours: Works<number>; tenth: Works<number>; raw: { one: number; all: number } };

/** Also in a quick run: with far fewer the sketches are not full yet and grow with every span. */
const spansPerMonth = { whole: 10_000_000, quick: 10_000_000 };

/**
 * Percentiles over 30 days from sketches; the floor sorts durations, one row per span. A quick run
 * uses fewer batches, and its floor a twentieth of the spans with its time multiplied by twenty.
 */
export async function rollups({ rounds, isWhole, amount }: Bench): Promise<Figure[]> {
  const [everyHours, oneIn] = isWhole ? [1, 1] : [24, 20];
  const spanCount = amount(spansPerMonth);
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
  const works = { ours: worksOn(ours), tenth: worksOn(tenth) };
  const measured: Round[] = [];
  for (let round = -1; round < rounds; round++) {
    const one = { ...(await timesOf(works)), raw: rawTimes(raw, oneIn) };
    // The first round is warm-up.
    if (round >= 0) measured.push(one);
  }
  raw.close();
  for (const { store } of [ours, tenth]) await store.close();
  await rm(folder, { recursive: true });
  return figuresOf(measured, ours.spans);
}

async function fill(
  folder: string,
  put: (store: Store, projectId: ProjectId) => Promise<number>,
): Promise<Filled> {
  const store = await openSqliteStore(folder, { recover: true });
  const about = {
    name: "Shop",
    slug: "shop",
    platform: "node",
    prefix: "SHOP",
    publicKey: "k",
    createdAt: 0,
  };
  const project = await store.projects.create(about);
  if (project === "taken") throw new Error("The folder was not empty.");
  const spans = await put(store, project.id);
  await store.rollups.evict(monthEnd);
  return { store, projectId: project.id, spans };
}

function worksOn({ store, projectId }: Filled): Works<Work> {
  const list = async (environment?: string) => {
    const all = await store.rollups.operations({
      projectId,
      ...window,
      ...(environment && { environment }),
    });
    if (all.length !== routeCount)
      throw new Error(`${all.length} routes instead of ${routeCount}.`);
    for (const { rollup } of all) percentilesOf(rollup);
  };
  return {
    async one() {
      const [operation] = await store.rollups.operationsOf(projectId, routeOf(oneRoute));
      const total = emptyRollup();
      const asked = { projectId, operationId: operation!.id, ...window };
      const series = await store.rollups.series(asked, { unit: "day", every: 1 });
      if (series.length !== days) throw new Error(`${series.length} days instead of ${days}.`);
      for (const { rollup } of series) mergeRollup(total, rollup);
      percentilesOf(total);
    },
    all: () => list(),
    production: () => list("production"),
    async batch() {
      const runs = Array.from({ length: operationsPerBatch }, (_, route) => ({
        route: routeOf(route),
        service: "shop",
      }));
      const changes = runs.map((run) =>
        rollupChange(projectId, { ...run, environment: "production", at: monthEnd }),
      );
      await digestRollups(store, { rollups: changes });
    },
  };
}

/** In turn, so that a slow moment affects both. */
async function timesOf(works: {
  ours: Works<Work>;
  tenth: Works<Work>;
}): Promise<Pick<Round, "ours" | "tenth">> {
  const ours = { one: 0, all: 0, production: 0, batch: 0 };
  const tenth = { ...ours };
  for (const name of ["one", "all", "production", "batch"] as const) {
    const times: { ours: number[]; tenth: number[] } = { ours: [], tenth: [] };
    for (let time = 0; time < timesPerRound; time++) {
      times.ours.push(await timed(works.ours[name]));
      times.tenth.push(await timed(works.tenth[name]));
    }
    ours[name] = median(times.ours);
    tenth[name] = median(times.tenth);
  }
  return { ours, tenth };
}

async function timed(work: Work): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
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

function figuresOf(measured: Round[], spans: number): Figure[] {
  const size = `${(spans / 1e6).toFixed(1)} M spans`;
  const one = (
    name: FigureName,
    ours: Read,
    budget?: Budget,
    floor?: { of: Read; floorIs: string },
  ) => {
    const floors = floor && { floors: measured.map(floor.of), floorIs: floor.floorIs };
    return figure({ name, unit: "ms", values: measured.map(ours), budget, size, ...floors });
  };
  const raw = (of: Read) => ({ of, floorIs: floorIs.rawScan });
  const tenth = (of: Read) => ({ of, floorIs: floorIs.tenth });
  const [quick, swift, flat]: Budget[] = [
    { of: "value", atMost: 30 },
    { of: "value", atMost: 5 },
    { of: "ratio", atMost: 1.5 },
  ];
  return [
    one(
      "percentiles of one route, 30 days, beside a raw scan",
      ({ ours }) => ours.one,
      swift,
      raw((round) => round.raw.one),
    ),
    one(
      "percentiles of 200 routes, beside a raw scan",
      ({ ours }) => ours.all,
      quick,
      raw((round) => round.raw.all),
    ),
    one("percentiles of 200 routes in one environment", ({ ours }) => ours.production, quick),
    one(
      "percentiles of one route, beside a tenth of the spans",
      ({ ours }) => ours.one,
      flat,
      tenth((round) => round.tenth.one),
    ),
    one(
      "percentiles of 200 routes, beside a tenth of the spans",
      ({ ours }) => ours.all,
      flat,
      tenth((round) => round.tenth.all),
    ),
    one("a batch that adds to 20 operations, committed", ({ ours }) => ours.batch),
  ];
}
