import type { FigureName } from "../budgets.ts";
import { type Budget, figure, type Figure } from "../figure.ts";
import { floorIs } from "../floor-is.ts";
import { type Generator, startGenerator } from "../load/generate.ts";
import {
  type AtRest,
  atRest,
  type Shape,
  type Taken,
  takeEvents,
  takePages,
  takeSpans,
} from "../measure/through-several.ts";
import {
  onCitus,
  onPostgres,
  type Several,
  startOnFolder,
  startSeveral,
} from "../programs/several.ts";
import type { Suite } from "../suite.ts";

export const processFigures = [
  "on PostgreSQL, events end to end, 2 processes",
  "on PostgreSQL, events end to end, 4 processes",
  "on PostgreSQL, events, waiting for locks, 4 processes",
  "on PostgreSQL, spans, waiting for locks, 4 processes",
  "on PostgreSQL, events, database CPU each, 2 processes",
  "on PostgreSQL, events, database CPU each, 4 processes",
  "on PostgreSQL, events, database CPU each, 8 processes",
  "on PostgreSQL, spans, database CPU each, 2 processes",
  "on PostgreSQL, spans, database CPU each, 4 processes",
  "on PostgreSQL, spans, database CPU each, 8 processes",
  "on PostgreSQL, events, CPU of all programs each, 1 process",
  "on PostgreSQL, events, CPU of all programs each, 4 processes",
  "on PostgreSQL, spans, CPU of all programs each, 1 process",
  "on PostgreSQL, spans, CPU of all programs each, 4 processes",
  "on PostgreSQL, the issue list, CPU of all programs, 1 process",
  "on PostgreSQL, the issue list, database CPU, 4 processes",
  "on PostgreSQL, at rest, database CPU, 2 processes",
  "on PostgreSQL, at rest, database CPU, 8 processes",
  "on PostgreSQL, at rest, CPU of a process, 2 processes",
] as const satisfies FigureName[];

export const citusFigures = [
  "on Citus, events, database CPU each, 2 processes",
  "on Citus, spans, database CPU each, 2 processes",
  "on Citus, the issue list, database CPU, 2 processes",
  "on Citus, at rest, database CPU, 2 processes",
] as const satisfies FigureName[];

/** Windows, one of which may contain database maintenance: ANALYZE of a new day, a checkpoint. */
type Steady = { events: Taken[]; spans: Taken[]; pages: Taken[] };
type OfCount = { steady: Steady; flood?: { events: Taken; spans: Taken }; rest: AtRest };

/**
 * A share of one process's capacity. Processes at the limit of two shared processors spend more on
 * the same work, so an extra process's cost for the database is measured with time to spare.
 */
const pace = { events: 400, spans: 60, pages: 20 };
/**
 * A connection replans a statement on its first five runs, so early figures measure start-up until
 * each process has stored that many batches. A batch gathers for at most 1.15 seconds.
 */
const warmUpSeconds = { spans: 12, events: 12 };
const windows = 3;
/** Duration of each window. */
const paced = { events: 4, spans: 3, pages: 2 };
/** As fast as answered: enough for some seconds. */
const flood = {
  events: { seconds: 20, requestsMax: 5_000 },
  spans: { seconds: 20, requestsMax: 1_300 },
};
const restSeconds = 6;

/**
 * The same load on one project through one, two, four, and eight processes on one empty database
 * each.
 */
export const processes: Suite = async () => {
  const generators = startGenerators(8);
  const ofFolder = await measureWith(await startOnFolder(), generators, { withPages: true });
  const of = {} as OfCounts;
  for (const count of [1, 2, 4, 8] as const) {
    of[count] = await measureWith(await startSeveral(count, await onPostgres()), generators, {
      withFlood: count <= 4,
      withPages: count === 1 || count === 4,
    });
  }
  await stop(generators);
  return figuresOf(of, ofFolder.steady);
};

/**
 * Two processes on a cluster of a coordinator and two workers, beside two on one PostgreSQL server.
 */
export const processesOnCitus: Suite = async ({ leaveOut }) => {
  if (!onCitus) {
    leaveOut("Citus is not there", ...citusFigures);
    return [];
  }
  const generators = startGenerators(2);
  const plain = await measureWith(await startSeveral(2, await onPostgres()), generators, {
    withPages: true,
  });
  const cluster = await measureWith(await startSeveral(2, await onCitus()), generators, {
    withPages: true,
  });
  await stop(generators);
  return figuresOfCitus(cluster, plain);
};

type OfCounts = { [count in 1 | 2 | 4 | 8]: OfCount };

const startGenerators = (count: number) => Array.from({ length: count }, startGenerator);
const stop = (generators: Generator[]) => Promise.all(generators.map((each) => each.stop()));

type Wanted = { withFlood?: boolean; withPages?: boolean };

async function measureWith(
  several: Several,
  generators: Generator[],
  wanted: Wanted = {},
): Promise<OfCount> {
  const shape = { several, generators };
  await takeSpans(shape, { seconds: warmUpSeconds.spans, perSecond: pace.spans });
  await takeEvents(shape, { seconds: warmUpSeconds.events, perSecond: pace.events });
  const rest = await atRest(several, restSeconds);
  const events = { seconds: paced.events, perSecond: pace.events };
  const spans = { seconds: paced.spans, perSecond: pace.spans };
  const steady = {
    events: await inWindows(async () => withoutRest(await takeEvents(shape, events), rest)),
    spans: await inWindows(async () => withoutRest(await takeSpans(shape, spans), rest)),
    pages: wanted.withPages
      ? await inWindows(() => takePages(shape, { seconds: paced.pages, perSecond: pace.pages }))
      : [],
  };
  // Last, as the database's later maintenance would count above.
  const flooded = wanted.withFlood && (await takeFlood(shape));
  await several.remove();
  const measured = { steady, rest, ...(flooded && { flood: flooded }) };
  process.stderr.write(
    `${several.all.length} ${several.url === undefined ? "folder" : "database"}: ${tell(measured)}\n`,
  );
  return measured;
}

async function inWindows(take: () => Promise<Taken>): Promise<Taken[]> {
  const taken: Taken[] = [];
  while (taken.length < windows) taken.push(await take());
  return taken;
}

/** The database's cost of the load only: idle queries of processes are a separate figure. */
const withoutRest = (taken: Taken, { databaseMs }: AtRest): Taken => ({
  ...taken,
  databaseMicroseconds: taken.databaseMicroseconds - (databaseMs * 1000) / taken.perSecond,
});

async function takeFlood(shape: Shape): Promise<{ events: Taken; spans: Taken }> {
  return {
    events: await takeEvents(shape, flood.events),
    spans: await takeSpans(shape, flood.spans),
  };
}

/** Output for optimizing. */
const tell = (measured: OfCount): string =>
  JSON.stringify(measured, (_, value: unknown) =>
    typeof value === "number" ? Number(value.toPrecision(4)) : value,
  );

const flat: Budget = { of: "ratio", atMost: 1.1 };
const fewLocks: Budget = { of: "value", atMost: 5 };
const littleAtRest: Budget = { of: "value", atMost: 10 };

function figuresOf(of: OfCounts, folder: Steady): Figure[] {
  const rate = (name: FigureName, count: 2 | 4) => {
    const [values, floors] = [count, 1].map((each) => [
      of[each as 1 | 2 | 4].flood!.events.perSecond,
    ]);
    return figure({
      name,
      unit: "/s",
      values: values!,
      floors: floors!,
      floorIs: floorIs.oneProcess,
    });
  };
  const locks = (name: FigureName, { waits }: Taken) =>
    figure({ name, unit: "%", values: [waits.Lock ?? 0], budget: fewLocks, size: shares(waits) });
  const database = (name: FigureName, what: keyof Steady, count: 2 | 4 | 8, budget?: Budget) => {
    const [values, floors] = [count, 1].map((each) => of[each as 1].steady[what].map(databaseOf));
    return figure({
      name,
      unit: "µs",
      values: values!,
      floors: floors!,
      floorIs: floorIs.oneProcess,
      budget,
    });
  };
  const everything = (name: FigureName, what: keyof Steady, count: 1 | 4) => {
    const [values, floors] = [of[count].steady, folder].map((each) =>
      each[what].map(({ cpuMicroseconds }) => cpuMicroseconds),
    );
    return figure({ name, unit: "µs", values: values!, floors: floors!, floorIs: floorIs.folder });
  };
  const { databaseMs, processMs } = of[2].rest;
  return [
    rate("on PostgreSQL, events end to end, 2 processes", 2),
    rate("on PostgreSQL, events end to end, 4 processes", 4),
    locks("on PostgreSQL, events, waiting for locks, 4 processes", of[4].flood!.events),
    locks("on PostgreSQL, spans, waiting for locks, 4 processes", of[4].flood!.spans),
    database("on PostgreSQL, events, database CPU each, 2 processes", "events", 2, flat),
    database("on PostgreSQL, events, database CPU each, 4 processes", "events", 4, flat),
    database("on PostgreSQL, events, database CPU each, 8 processes", "events", 8, flat),
    database("on PostgreSQL, spans, database CPU each, 2 processes", "spans", 2, flat),
    database("on PostgreSQL, spans, database CPU each, 4 processes", "spans", 4, flat),
    database("on PostgreSQL, spans, database CPU each, 8 processes", "spans", 8, flat),
    everything("on PostgreSQL, events, CPU of all programs each, 1 process", "events", 1),
    everything("on PostgreSQL, events, CPU of all programs each, 4 processes", "events", 4),
    everything("on PostgreSQL, spans, CPU of all programs each, 1 process", "spans", 1),
    everything("on PostgreSQL, spans, CPU of all programs each, 4 processes", "spans", 4),
    everything("on PostgreSQL, the issue list, CPU of all programs, 1 process", "pages", 1),
    database("on PostgreSQL, the issue list, database CPU, 4 processes", "pages", 4),
    rest("on PostgreSQL, at rest, database CPU, 2 processes", databaseMs),
    figure({
      name: "on PostgreSQL, at rest, database CPU, 8 processes",
      unit: "ms/s",
      values: [of[8].rest.databaseMs],
    }),
    rest("on PostgreSQL, at rest, CPU of a process, 2 processes", processMs),
  ];
}

function figuresOfCitus({ steady, rest: resting }: OfCount, plain: OfCount): Figure[] {
  const beside = (name: FigureName, what: keyof Steady) => {
    const [values, floors] = [steady, plain.steady].map((each) => each[what].map(databaseOf));
    return figure({
      name,
      unit: "µs",
      values: values!,
      floors: floors!,
      floorIs: floorIs.plainPostgres,
    });
  };
  return [
    beside("on Citus, events, database CPU each, 2 processes", "events"),
    beside("on Citus, spans, database CPU each, 2 processes", "spans"),
    beside("on Citus, the issue list, database CPU, 2 processes", "pages"),
    rest("on Citus, at rest, database CPU, 2 processes", resting.databaseMs),
  ];
}

const databaseOf = ({ databaseMicroseconds }: Taken): number => databaseMicroseconds;

const rest = (name: FigureName, ms: number): Figure =>
  figure({ name, unit: "ms/s", values: [ms], budget: littleAtRest });

/** What the database waited for, most frequent first. */
const shares = (waits: Taken["waits"]): string =>
  Object.entries(waits)
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, percent]) => `${kind} ${percent.toFixed(0)} %`)
    .join(", ");
