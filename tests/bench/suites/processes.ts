import { rm } from "node:fs/promises";
import { openPostgresStore } from "#server/storage/postgres/open.ts";
import { newCluster, type PostgresServer, startServer, urlOf } from "#tests/harness/postgres.ts";
import { pause } from "#tests/harness/spoor.ts";
import type { FigureName } from "../budgets.ts";
import { type Budget, figure, type Figure } from "../figure.ts";
import { floorIs } from "../floor-is.ts";
import { type Generator, startGenerator } from "../load/generate.ts";
import type { Job } from "../load/job.ts";
import { databaseCpu, type DatabaseLoad, followDatabase } from "../measure/database-load.ts";
import { untilKept } from "../measure/kept-spans.ts";
import { untilCounted } from "../measure/until-counted.ts";
import { untraced } from "../programs/engine.ts";
import type { Program } from "../programs/program.ts";
import { type BenchedSpoor, startBeside, startNewSpoor } from "../programs/spoor.ts";
import { batchSpans } from "../spans/span-batch.ts";
import type { Suite } from "../suite.ts";
import { countEvents, floodConnections, floodIssues } from "./flood.ts";

export const processFigures = [
  "on PostgreSQL, events end to end, 2 processes",
  "on PostgreSQL, events end to end, 4 processes",
  "on PostgreSQL, events, database CPU each, 2 processes",
  "on PostgreSQL, events, database CPU each, 4 processes",
  "on PostgreSQL, events, waiting for locks, 4 processes",
  "on PostgreSQL, spans, database CPU each, 2 processes",
  "on PostgreSQL, spans, database CPU each, 4 processes",
  "on PostgreSQL, spans, waiting for locks, 4 processes",
  "on PostgreSQL, at rest, database CPU, 2 processes",
] as const satisfies FigureName[];

type Taken = { perSecond: number; cpuMicroseconds: number; lockPercent: number };
type Round = { events: Taken; spans: Taken; idleMsEachSecond: number };

/** The same floods to one project through one, two, and four processes on one database, each time on an empty one. */
export const processes: Suite = async ({ rounds, seconds }) => {
  const measured: Round[][] = [];
  const generators = Array.from({ length: 4 }, startGenerator);
  for (let round = 0; round < rounds; round++) {
    const ofRound: Round[] = [];
    for (const count of [1, 2, 4]) ofRound.push(await measureWith(generators.slice(0, count), seconds.other));
    measured.push(ofRound);
  }
  await Promise.all(generators.map(({ stop }) => stop()));
  return figuresOf(measured);
};

/** As many processes as there are generators. */
export async function measureWith(generators: Generator[], seconds: number): Promise<Round> {
  const folder = newCluster();
  const server = await startServer(folder);
  const url = urlOf(server.port, "postgres");
  const environment = { ...untraced, DATABASE_URL: url };
  const first = await startNewSpoor({ environment });
  const others: (Program & { remove(): Promise<void> })[] = [];
  for (const _ of generators.slice(1)) others.push(await startBeside({ environment }));
  const shape = { url, server, first, all: [first, ...others], generators };
  await floodEvents(shape, 1);
  const events = await floodEvents(shape, seconds);
  const spans = await floodSpans(shape, seconds);
  const idleMsEachSecond = await idle(shape);
  for (const each of others) await each.remove();
  await first.remove();
  await server.end("fast");
  await rm(folder, { recursive: true, force: true });
  return { events, spans, idleMsEachSecond };
}

type Shape = { url: string; server: PostgresServer; first: BenchedSpoor; all: Program[]; generators: Generator[] };

async function floodEvents(shape: Shape, seconds: number): Promise<Taken> {
  const { first } = shape;
  const before = await countEvents(first);
  const what = { kind: "events", encoding: "gzip", issueCount: floodIssues } as const;
  return take(shape, { path: first.envelopePath, what, seconds }, async (accepted) => {
    const count = async () => (await countEvents(first)) - before;
    return untilCounted(count, accepted, { pause: () => pause(250), looks: 100 });
  });
}

async function floodSpans(shape: Shape, seconds: number): Promise<Taken> {
  const store = await openPostgresStore(shape.url, { process: "bench", connections: 1 });
  const before = await untilKept(store, shape.first, 0);
  const what = { kind: "spans", encoding: "gzip", format: "protobuf" } as const;
  const taken = await take(shape, { path: shape.first.tracesPath, what, seconds }, async (requests) => {
    const spans = requests * batchSpans;
    return (await untilKept(store, shape.first, before + spans)) - before === spans ? requests : 0;
  });
  await store.close();
  return { ...taken, perSecond: taken.perSecond * batchSpans, cpuMicroseconds: taken.cpuMicroseconds / batchSpans };
}

type Load = Pick<Job, "what" | "seconds"> & { path: string };

async function take(
  { url, server, all, generators }: Shape,
  { path, what, seconds }: Load,
  stored: (accepted: number) => Promise<number>,
): Promise<Taken> {
  const connections = floodConnections / all.length;
  const following = followDatabase(url, [server.process.pid!]);
  const startedAt = performance.now();
  const outcomes = await Promise.all(
    all.map(({ port }, at) => generators[at]!.run({ target: { port, path }, what, connections, seconds })),
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

/** What the database does for processes that nobody asks for anything, in milliseconds of a processor a second. */
async function idle({ server }: Shape): Promise<number> {
  const seconds = 10;
  await pause(3_000);
  const before = databaseCpu([server.process.pid!]);
  await pause(seconds * 1000);
  return (databaseCpu([server.process.pid!]) - before) / 1000 / seconds;
}

function figuresOf(rounds: Round[][]): Figure[] {
  const of = (at: number, value: (round: Round) => number) => rounds.map((round) => value(round[at]!));
  const beside = (name: FigureName, unit: string, at: number, value: (round: Round) => number, budget?: Budget) =>
    figure({ name, unit, values: of(at, value), floors: of(0, value), budget, floorIs: floorIs.oneProcess });
  const alone = (name: FigureName, unit: string, at: number, value: (round: Round) => number, atMost: number) =>
    figure({ name, unit, values: of(at, value), budget: { of: "value", atMost } });
  const flat: Budget = { of: "ratio", atMost: 1.1 };
  const [eventCpu, spanCpu] = [
    (round: Round) => round.events.cpuMicroseconds,
    (round: Round) => round.spans.cpuMicroseconds,
  ];
  return [
    beside(processFigures[0], "/s", 1, ({ events }) => events.perSecond),
    beside(processFigures[1], "/s", 2, ({ events }) => events.perSecond),
    beside(processFigures[2], "µs", 1, eventCpu, flat),
    beside(processFigures[3], "µs", 2, eventCpu, flat),
    alone(processFigures[4], "%", 2, ({ events }) => events.lockPercent, 5),
    beside(processFigures[5], "µs", 1, spanCpu, flat),
    beside(processFigures[6], "µs", 2, spanCpu, flat),
    alone(processFigures[7], "%", 2, ({ spans }) => spans.lockPercent, 5),
    alone(processFigures[8], "ms/s", 1, ({ idleMsEachSecond }) => idleMsEachSecond, 10),
  ];
}
