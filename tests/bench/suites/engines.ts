import type { FigureName } from "../budgets.ts";
import { type Budget, figure, type Figure, median } from "../figure.ts";
import { floorIs } from "../floor-is.ts";
import { timedMs } from "../measure/sampling.ts";
import { type Engine, sqliteEngine, type StartEngine } from "../programs/engine.ts";
import { FreshTraces, spread } from "../spans/fresh-traces.ts";
import { batchSpans } from "../spans/span-batch.ts";
import type { Bench, Suite } from "../suite.ts";
import { flood, floodIssues } from "./flood.ts";
import { floodSpans } from "./span-flood.ts";

export const engineFigures = [
  "on PostgreSQL, events end to end",
  "on PostgreSQL, spans end to end",
  "on PostgreSQL, a trace by its id",
  "on PostgreSQL, the issue list",
  "on PostgreSQL, on disk, a span",
] as const satisfies FigureName[];

type Round = {
  eventsPerSecond: number;
  spansPerSecond: number;
  traceMs: number;
  listMs: number;
  bytesASpan: number;
};

const requestsOfSpans = { whole: 5_000, quick: 200 };
const readings = 20;

/** The same program on both engines, which get the same data in turn. */
export const engines: Suite = async (bench) => {
  // Loads its driver here, as no other suite needs it.
  const { postgresEngine } = await import("../programs/postgres-engine.ts");
  return figuresOf(bench, await sideBySide(bench, postgresEngine, sqliteEngine));
};

/**
 * In turn, each on an empty engine with the machine to itself: one's remaining work would delay the
 * other.
 */
export async function sideBySide(
  bench: Bench,
  ...starts: [StartEngine, StartEngine]
): Promise<[Round[], Round[]]> {
  const rounds: [Round[], Round[]] = [[], []];
  for (let round = 0; round < bench.rounds; round++) {
    for (const [i, start] of starts.entries())
      rounds[i]!.push(await measureRound(bench, start, round));
  }
  return rounds;
}

async function measureRound(bench: Bench, start: StartEngine, seed: number): Promise<Round> {
  const engine = await start(bench);
  const kept = await keepTraces(bench, engine, seed);
  // Only warms up the restarted instance.
  const brief = { ...bench, seconds: { flood: 0.3, spans: 0.2, other: 0.3 } };
  await takeSpans(brief, engine);
  await takeEvents(brief, engine);
  const round = {
    ...kept,
    ...(await takeSpans(bench, engine)),
    ...(await takeEvents(bench, engine)),
  };
  await engine.remove();
  return round;
}

/** Runs first, so that disk usage is of these unique spans only. */
async function keepTraces(bench: Bench, engine: Engine, seed: number) {
  const requests = bench.amount(requestsOfSpans);
  const traces = new FreshTraces(seed);
  const store = await engine.openStore();
  await traces.send(engine.spoor, store, requests);
  await store.close();
  const bytes = (await engine.bytes()) - engine.emptyBytes;
  const paths = spread(traces.traceIds, readings).map((id) => `/traces/${id}.json`);
  return { bytesASpan: bytes / (requests * batchSpans), traceMs: await medianMs(engine, paths) };
}

async function takeSpans(bench: Bench, engine: Engine) {
  const store = await engine.openStore();
  const { keptPerSecond, lost } = await floodSpans(
    { bench, store, spoor: engine.spoor },
    "plain",
    bench.seconds.spans,
  );
  await store.close();
  if (lost !== 0) throw new Error(`${lost} spans were accepted and cannot be found.`);
  return { spansPerSecond: keptPerSecond };
}

async function takeEvents({ generator, seconds }: Bench, engine: Engine) {
  const job = { encoding: "gzip", issueCount: floodIssues, seconds: seconds.other } as const;
  const { visiblePerSecond, lost } = await flood(engine.spoor, generator, job);
  if (lost !== 0) throw new Error(`${lost} events were accepted and are on no page.`);
  const paths = Array.from({ length: readings }, () => "/issues");
  return { eventsPerSecond: visiblePerSecond, listMs: await medianMs(engine, paths) };
}

/** The first is requested once before, to open connections and files. */
async function medianMs({ spoor }: Engine, paths: string[]): Promise<number> {
  const times: number[] = [];
  for (const path of [paths[0]!, ...paths]) {
    let status = 0;
    times.push(
      await timedMs(async () => {
        const answer = await spoor.get(path);
        await answer.text();
        ({ status } = answer);
      }),
    );
    if (status !== 200) throw new Error(`${path} was answered ${status}.`);
  }
  return median(times.slice(1));
}

function figuresOf(bench: Bench, [postgres, sqlite]: [Round[], Round[]]): Figure[] {
  const size = `${(bench.amount(requestsOfSpans) * batchSpans).toLocaleString("en")} spans`;
  const one = (name: FigureName, unit: string, of: (round: Round) => number, budget?: Budget) =>
    figure({
      name,
      unit,
      size,
      values: postgres.map(of),
      floors: sqlite.map(of),
      budget,
      floorIs: floorIs.sqlite,
    });
  return [
    one(engineFigures[0], "/s", ({ eventsPerSecond }) => eventsPerSecond),
    one(engineFigures[1], "/s", ({ spansPerSecond }) => spansPerSecond),
    one(engineFigures[2], "ms", ({ traceMs }) => traceMs),
    one(engineFigures[3], "ms", ({ listMs }) => listMs),
    one(engineFigures[4], "bytes", ({ bytesASpan }) => bytesASpan, { of: "value", atMost: 120 }),
  ];
}
