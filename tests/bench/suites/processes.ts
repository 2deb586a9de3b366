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
  "on PostgreSQL, events, waiting for locks, 1 process",
  "on PostgreSQL, events, waiting for locks, 2 processes",
  "on PostgreSQL, events, waiting for locks, 4 processes",
  "on PostgreSQL, spans, waiting for locks, 1 process",
  "on PostgreSQL, spans, waiting for locks, 2 processes",
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
  "on PostgreSQL, the issue list, database CPU, 2 processes",
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
type Flood = { events: Taken; spans: Taken };
type Measured = { steady: Steady; flood?: Flood; rest: AtRest };

/**
 * A share of one process's capacity. Processes at the limit of two shared processors spend more on
 * the same work, so an extra process's cost for the database is measured with time to spare.
 */
const pace = { events: 400, spans: 60, pages: 20 };
/**
 * A connection replans a statement on its first five runs, so early figures measure start-up until
 * each process has stored that many batches of both kinds. A batch gathers for at most 1.15
 * seconds, and a cold process stores one in two.
 */
const warmUpSeconds = 16;
const rounds = 5;
/** Duration of each window. */
const paced = { events: 5, spans: 4, pages: 2 };
/** As fast as answered: enough for some seconds. */
const flood = {
  events: { seconds: 20, requestsMax: 5_000 },
  spans: { seconds: 20, requestsMax: 1_300 },
};
const restSeconds = 6;

/**
 * The same load on one project through one, two, four, and eight processes, each group with an
 * empty database server of its own, and through one process with its folder.
 */
export const processes: Suite = async () => {
  const generators = startGenerators(16);
  const measured = await measureInTurn(
    [
      { several: await startOnFolder(), withPages: true },
      { several: await startSeveral(1, await onPostgres()), withPages: true, withFlood: true },
      { several: await startSeveral(2, await onPostgres()), withPages: true, withFlood: true },
      { several: await startSeveral(4, await onPostgres()), withPages: true, withFlood: true },
      { several: await startSeveral(8, await onPostgres()) },
    ],
    generators,
  );
  await stop(generators);
  const [folder, one, two, four, eight] = measured as [Measured, Of, Of, Of, Measured];
  return figuresOf({ 1: one, 2: two, 4: four, 8: eight }, folder.steady);
};

/**
 * Two processes on a cluster of a coordinator and two workers, beside two on one PostgreSQL server.
 */
export const processesOnCitus: Suite = async ({ leaveOut }) => {
  if (!onCitus) {
    leaveOut("Citus is not there", ...citusFigures);
    return [];
  }
  const generators = startGenerators(4);
  const [plain, cluster] = await measureInTurn(
    [
      { several: await startSeveral(2, await onPostgres()), withPages: true },
      { several: await startSeveral(2, await onCitus()), withPages: true },
    ],
    generators,
  );
  await stop(generators);
  return figuresOfCitus(cluster!, plain!);
};

type Of = Measured & { flood: Flood };

const startGenerators = (count: number) => Array.from({ length: count }, startGenerator);
const stop = (generators: Generator[]) => Promise.all(generators.map((each) => each.stop()));

type Wanted = { several: Several; withFlood?: boolean; withPages?: boolean };

/**
 * All of them run at once, and one at a time is sent to: on a machine that others share, one minute
 * costs twice as much processor time as another.
 */
async function measureInTurn(all: Wanted[], generators: Generator[]): Promise<Measured[]> {
  const shapes = all.map(({ several }) => ({ several, generators }));
  for (const shape of shapes) await warmUp(shape);
  const rests = await Promise.all(shapes.map(({ several }) => atRest(several, restSeconds)));
  const measured = rests.map((rest): Measured => ({
    rest,
    steady: { events: [], spans: [], pages: [] },
  }));
  for (let round = 0; round < rounds; round++)
    for (const [at, shape] of shapes.entries())
      await takeRound(shape, measured[at]!, all[at]!.withPages ?? false);
  // Last, as the database's later maintenance would count above.
  for (const [at, { withFlood }] of all.entries())
    if (withFlood) measured[at]!.flood = await takeFlood(shapes[at]!);
  for (const [at, { several }] of all.entries()) {
    await several.remove();
    const kind = several.url === undefined ? "folder" : "database";
    process.stderr.write(`${several.all.length} ${kind}: ${tell(measured[at]!)}\n`);
  }
  return measured;
}

async function warmUp(shape: Shape): Promise<void> {
  const { generators } = shape;
  const beside = { ...shape, generators: generators.slice(generators.length / 2) };
  await Promise.all([
    takeEvents(shape, { seconds: warmUpSeconds, perSecond: pace.events }),
    takeSpans(beside, { seconds: warmUpSeconds, perSecond: pace.spans }),
  ]);
}

async function takeRound(
  shape: Shape,
  { rest, steady }: Measured,
  withPages: boolean,
): Promise<void> {
  const amount = (what: keyof Steady) => ({ seconds: paced[what], perSecond: pace[what] });
  steady.events.push(withoutRest(await takeEvents(shape, amount("events")), rest));
  steady.spans.push(withoutRest(await takeSpans(shape, amount("spans")), rest));
  if (withPages) steady.pages.push(await takePages(shape, amount("pages")));
}

/** The database's cost of the load only: idle queries of processes are a separate figure. */
const withoutRest = (taken: Taken, { databaseMs }: AtRest): Taken => ({
  ...taken,
  databaseMicroseconds: taken.databaseMicroseconds - (databaseMs * 1000) / taken.perSecond,
});

async function takeFlood(shape: Shape): Promise<Flood> {
  return {
    events: await takeEvents(shape, flood.events),
    spans: await takeSpans(shape, flood.spans),
  };
}

/** Output for optimizing. */
const tell = (measured: Measured): string =>
  JSON.stringify(measured, (_, value: unknown) =>
    typeof value === "number" ? Number(value.toPrecision(4)) : value,
  );

const flat: Budget = { of: "ratio", atMost: 1.1 };
const fewLocks: Budget = { of: "value", atMost: 5 };
const littleAtRest: Budget = { of: "value", atMost: 10 };

function figuresOf(of: { 1: Of; 2: Of; 4: Of; 8: Measured }, folder: Steady): Figure[] {
  const rate = (name: FigureName, count: 2 | 4) => {
    const [values, floors] = [[of[count].flood.events.perSecond], [of[1].flood.events.perSecond]];
    return figure({ name, unit: "/s", values, floors, floorIs: floorIs.oneProcess });
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
    locks("on PostgreSQL, events, waiting for locks, 1 process", of[1].flood.events),
    locks("on PostgreSQL, events, waiting for locks, 2 processes", of[2].flood.events),
    locks("on PostgreSQL, events, waiting for locks, 4 processes", of[4].flood.events),
    locks("on PostgreSQL, spans, waiting for locks, 1 process", of[1].flood.spans),
    locks("on PostgreSQL, spans, waiting for locks, 2 processes", of[2].flood.spans),
    locks("on PostgreSQL, spans, waiting for locks, 4 processes", of[4].flood.spans),
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
    database("on PostgreSQL, the issue list, database CPU, 2 processes", "pages", 2),
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

function figuresOfCitus({ steady, rest: resting }: Measured, plain: Measured): Figure[] {
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
