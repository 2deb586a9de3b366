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

type Round = { eventsPerSecond: number; spansPerSecond: number; traceMs: number; listMs: number; bytesASpan: number };

const requestsOfSpans = { whole: 5_000, quick: 200 };
const readings = 20;

/** The same program on both engines, each sent the same in turn. */
export const engines: Suite = async (bench) => {
  // With its driver loaded here, because no other suite has a use for it.
  const { postgresEngine } = await import("../programs/postgres-engine.ts");
  return figuresOf(bench, await sideBySide(bench, postgresEngine, sqliteEngine));
};

/** In turn, and each on an empty engine with the machine to itself: what one has still to do would hold up the other. */
export async function sideBySide(bench: Bench, ...starts: [StartEngine, StartEngine]): Promise<[Round[], Round[]]> {
  const rounds: [Round[], Round[]] = [[], []];
  for (let round = 0; round < bench.rounds; round++) {
    for (const [i, start] of starts.entries()) rounds[i]!.push(await measureRound(bench, start, round));
  }
  return rounds;
}

async function measureRound(bench: Bench, start: StartEngine, seed: number): Promise<Round> {
  const engine = await start(bench);
  const kept = await keepTraces(bench, engine, seed);
  // Only warms Spoor up, which was started again.
  const brief = { ...bench, seconds: { flood: 0.3, spans: 0.2, other: 0.3 } };
  await takeSpans(brief, engine);
  await takeEvents(brief, engine);
  const round = { ...kept, ...(await takeSpans(bench, engine)), ...(await takeEvents(bench, engine)) };
  await engine.remove();
  return round;
}

/** First of all, so that what is on disk is of these spans alone: no two are alike. */
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
  const { keptPerSecond, lost } = await floodSpans({ bench, store, spoor: engine.spoor }, "plain", bench.seconds.spans);
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

/** The first is asked once before, to open what must be open. */
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
      ...{ name, unit, size, values: postgres.map(of), floors: sqlite.map(of) },
      ...{ budget, floorIs: floorIs.sqlite },
    });
  return [
    one(engineFigures[0], "/s", ({ eventsPerSecond }) => eventsPerSecond),
    one(engineFigures[1], "/s", ({ spansPerSecond }) => spansPerSecond),
    one(engineFigures[2], "ms", ({ traceMs }) => traceMs),
    one(engineFigures[3], "ms", ({ listMs }) => listMs),
    one(engineFigures[4], "bytes", ({ bytesASpan }) => bytesASpan, { of: "value", atMost: 120 }),
  ];
}
