import { openPostgresStore } from "#server/storage/postgres/open.ts";
import { pause } from "#tests/harness/spoor.ts";
import type { FigureName } from "../budgets.ts";
import { type Budget, figure, type Figure } from "../figure.ts";
import { floorIs } from "../floor-is.ts";
import { type Generator, startGenerator } from "../load/generate.ts";
import type { Job } from "../load/job.ts";
import { databaseCpu, type DatabaseLoad, followDatabase } from "../measure/database-load.ts";
import { untilKept } from "../measure/kept-spans.ts";
import { untilCounted } from "../measure/until-counted.ts";
import { onCitus, onPostgres, type Several, startSeveral } from "../programs/several.ts";
import { batchSpans } from "../spans/span-batch.ts";
import type { Suite } from "../suite.ts";
import { countEvents, floodConnections, floodIssues } from "./flood.ts";

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
  "on PostgreSQL, the issue list, database CPU, 4 processes",
  "on PostgreSQL, at rest, database CPU, 2 processes",
  "on Citus, events, database CPU each, 2 processes",
  "on Citus, spans, database CPU each, 2 processes",
  "on Citus, the issue list, database CPU, 2 processes",
  "on Citus, at rest, database CPU, 2 processes",
] as const satisfies FigureName[];

type Taken = { perSecond: number; cpuMicroseconds: number; lockPercent: number };
/** `flood`: as fast as it is answered. `steady`: so many a second whatever the number of processes. */
type Round = {
  flood: { events: Taken; spans: Taken };
  steady: { events: Taken; spans: Taken; pages: Taken };
  idleMsEachSecond: number;
};

const counts = [1, 2, 4, 8];
/**
 * A part of what one process takes. Processes that share two processors at their limit spend more for the same work, whatever the
 * work: what a process more costs the database shows where the machine has time to spare.
 */
const steady = { events: 400, spans: 60, pages: 20 };

/** One takes six minutes. */
const roundsMost = 1;
/** So that each process has stored some batches: a connection plans a statement anew the first five times. */
const warmUpSeconds = 6;

/** The same load on one project through one, two, four, and eight processes on one database, each time on an empty one. */
export const processes: Suite = async ({ rounds, seconds, leaveOut }) => {
  const generators = Array.from({ length: Math.max(...counts) }, startGenerator);
  const measured: Round[][] = [];
  const onCluster: Round[] = [];
  for (let round = 0; round < Math.min(rounds, roundsMost); round++) {
    const ofRound: Round[] = [];
    for (const count of counts) {
      ofRound.push(await measureWith(await startSeveral(count, await onPostgres()), generators, seconds.other));
    }
    measured.push(ofRound);
    if (onCitus) onCluster.push(await measureWith(await startSeveral(2, await onCitus()), generators, seconds.other));
  }
  await Promise.all(generators.map(({ stop }) => stop()));
  const ofCitus = processFigures.filter((name) => name.startsWith("on Citus"));
  if (!onCitus) leaveOut("Citus is not there", ...ofCitus);
  return [...figuresOf(measured), ...(onCitus ? citusFigures(onCluster, measured) : [])];
};

async function measureWith(several: Several, generators: Generator[], seconds: number): Promise<Round> {
  const shape = { several, generators, seconds };
  const atPace = await measureSteady(shape);
  // Last: what the database tidies up afterward would be counted above.
  const flood = { events: await takeEvents(shape), spans: await takeSpans(shape) };
  await several.remove();
  return { ...atPace, flood };
}

async function measureSteady(shape: Shape): Promise<Omit<Round, "flood">> {
  await takeEvents({ ...shape, seconds: 1 });
  await takeEvents({ ...shape, seconds: Math.min(warmUpSeconds, shape.seconds) }, steady.events);
  const idleMsEachSecond = await idle(shape.several);
  const events = await takeEvents(shape, steady.events);
  const spans = await takeSpans(shape, steady.spans);
  const pages = await takePages(shape, steady.pages);
  return { steady: { events, spans, pages }, idleMsEachSecond };
}

type Shape = { several: Several; generators: Generator[]; seconds: number };

async function takeEvents(shape: Shape, perSecond?: number): Promise<Taken> {
  const { first } = shape.several;
  const before = await countEvents(first);
  const what = { kind: "events", encoding: "gzip", issueCount: floodIssues } as const;
  return take(shape, { path: first.envelopePath, what, perSecond }, async (accepted) => {
    const count = async () => (await countEvents(first)) - before;
    return untilCounted(count, accepted, { pause: () => pause(250), looks: 100 });
  });
}

async function takeSpans(shape: Shape, perSecond?: number): Promise<Taken> {
  const { url, first } = shape.several;
  const store = await openPostgresStore(url, { process: "bench", connections: 1 });
  const before = await untilKept(store, first, 0);
  const what = { kind: "spans", encoding: "gzip", format: "protobuf" } as const;
  const taken = await take(shape, { path: first.tracesPath, what, perSecond }, async (requests) => {
    const spans = requests * batchSpans;
    return (await untilKept(store, first, before + spans)) - before === spans ? requests : 0;
  });
  await store.close();
  return { ...taken, perSecond: taken.perSecond * batchSpans, cpuMicroseconds: taken.cpuMicroseconds / batchSpans };
}

async function takePages(shape: Shape, perSecond: number): Promise<Taken> {
  const { pagesPath, sessionCookie } = shape.several.first;
  const what = { kind: "pages", headers: { cookie: sessionCookie } } as const;
  return take(shape, { path: `${pagesPath}/issues`, what, perSecond }, (answered) => Promise.resolve(answered));
}

type Load = Pick<Job, "what"> & { path: string; perSecond: number | undefined };

async function take(
  { several, generators, seconds }: Shape,
  { path, what, perSecond }: Load,
  stored: (accepted: number) => Promise<number>,
): Promise<Taken> {
  const { url, serverPids, all } = several;
  const connections = floodConnections / all.length;
  const pace = perSecond !== undefined && { perSecond: perSecond / all.length };
  const following = followDatabase(url, serverPids);
  const startedAt = performance.now();
  const outcomes = await Promise.all(
    all.map(({ port }, at) => generators[at]!.run({ target: { port, path }, what, connections, seconds, ...pace })),
  );
  const accepted = outcomes.reduce((sum, { statuses }) => sum + (statuses["200"] ?? 0), 0);
  const kept = await stored(accepted);
  const tookSeconds = (performance.now() - startedAt) / 1000;
  const load = await following.end();
  if (kept !== accepted) throw new Error(`${accepted} requests were accepted, and ${kept} are on the pages.`);
  return { perSecond: accepted / tookSeconds, ...each(load, accepted) };
}

const each = ({ cpuMicroseconds, waits }: DatabaseLoad, count: number) => ({
  ...{ cpuMicroseconds: cpuMicroseconds / count, lockPercent: waits.Lock ?? 0 },
});

/** What the database does for processes without a request, in milliseconds of a processor a second. */
async function idle({ serverPids }: Several): Promise<number> {
  const seconds = 10;
  await pause(3_000);
  const before = databaseCpu(serverPids);
  await pause(seconds * 1000);
  return (databaseCpu(serverPids) - before) / 1000 / seconds;
}

type Value = (round: Round) => number;
const eventCpu: Value = ({ steady: { events } }) => events.cpuMicroseconds;
const spanCpu: Value = ({ steady: { spans } }) => spans.cpuMicroseconds;
const pageCpu: Value = ({ steady: { pages } }) => pages.cpuMicroseconds;
const restCpu: Value = ({ idleMsEachSecond }) => idleMsEachSecond;

function figuresOf(rounds: Round[][]): Figure[] {
  const of = (count: number, value: Value) => rounds.map((round) => value(round[counts.indexOf(count)]!));
  const beside = (name: FigureName, unit: string, count: number, value: Value, budget?: Budget) =>
    figure({ name, unit, values: of(count, value), floors: of(1, value), budget, floorIs: floorIs.oneProcess });
  const alone = (name: FigureName, unit: string, count: number, value: Value, atMost: number) =>
    figure({ name, unit, values: of(count, value), budget: { of: "value", atMost } });
  const flat: Budget = { of: "ratio", atMost: 1.1 };
  return [
    beside("on PostgreSQL, events end to end, 2 processes", "/s", 2, ({ flood }) => flood.events.perSecond),
    beside("on PostgreSQL, events end to end, 4 processes", "/s", 4, ({ flood }) => flood.events.perSecond),
    alone(processFigures[2], "%", 4, ({ flood }) => flood.events.lockPercent, 5),
    alone(processFigures[3], "%", 4, ({ flood }) => flood.spans.lockPercent, 5),
    beside("on PostgreSQL, events, database CPU each, 2 processes", "µs", 2, eventCpu, flat),
    beside("on PostgreSQL, events, database CPU each, 4 processes", "µs", 4, eventCpu, flat),
    beside("on PostgreSQL, events, database CPU each, 8 processes", "µs", 8, eventCpu, flat),
    beside("on PostgreSQL, spans, database CPU each, 2 processes", "µs", 2, spanCpu, flat),
    beside("on PostgreSQL, spans, database CPU each, 4 processes", "µs", 4, spanCpu, flat),
    beside("on PostgreSQL, spans, database CPU each, 8 processes", "µs", 8, spanCpu, flat),
    beside("on PostgreSQL, the issue list, database CPU, 4 processes", "µs", 4, pageCpu),
    alone("on PostgreSQL, at rest, database CPU, 2 processes", "ms/s", 2, restCpu, 10),
  ];
}

function citusFigures(rounds: Round[], plain: Round[][]): Figure[] {
  const beside = (name: FigureName, unit: string, value: Value) => {
    const floors = plain.map((round) => value(round[counts.indexOf(2)]!));
    return figure({ name, unit, values: rounds.map(value), floors, floorIs: floorIs.plainPostgres });
  };
  const atRest: Budget = { of: "value", atMost: 10 };
  return [
    beside("on Citus, events, database CPU each, 2 processes", "µs", eventCpu),
    beside("on Citus, spans, database CPU each, 2 processes", "µs", spanCpu),
    beside("on Citus, the issue list, database CPU, 2 processes", "µs", pageCpu),
    figure({ name: processFigures[15], unit: "ms/s", values: rounds.map(restCpu), budget: atRest }),
  ];
}
