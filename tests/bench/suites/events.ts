import { figure, type Figure, percentile } from "../figure.ts";
import type { Encoding } from "../load/envelope.ts";
import { type LoopDelays, recordLoopDelays } from "../measure/loop-delays.ts";
import { cpuMicroseconds } from "../measure/process-usage.ts";
import { bytesPerStoredEvent } from "../measure/stored-events.ts";
import { timedMs } from "../measure/sampling.ts";
import { startFloor } from "../programs/floor.ts";
import type { Program } from "../programs/program.ts";
import type { BenchedSpoor } from "../programs/spoor.ts";
import type { Bench, Suite } from "../suite.ts";
import { intakeFigures, concurrentFigures, type Round, type Rounds } from "./event-figures.ts";
import { type Flood, flood, floodIssues, sendEvents } from "./flood.ts";

/** Errors ingested at full speed: rate, cost, and page latency. */
export const events: Suite = async (bench) => {
  const loop = recordLoopDelays();
  const [spoor, floor] = await Promise.all([
    bench.startSpoor(loop.options),
    startFloor("parse-event"),
  ]);
  const rounds: Rounds = { gzip: [], plain: [] };
  // Only warms up the programs.
  await measureRound(bench, spoor, floor, "gzip", bench.isWhole ? 1 : 0.3);
  const atRestMs = await pageAtRest(spoor);
  for (let i = 0; i < bench.rounds; i++) {
    rounds.gzip.push(await measureRound(bench, spoor, floor, "gzip", bench.seconds.flood));
    rounds.plain.push(await measureRound(bench, spoor, floor, "plain", bench.seconds.flood));
  }
  const delaysMs = await Promise.all(
    [...rounds.gzip, ...rounds.plain].map(({ ours }) => delayMs(loop, ours)),
  );
  const disk = await diskBytesPerEvent(spoor);
  await floor.stop();
  return [...intakeFigures(rounds), ...concurrentFigures(rounds, atRestMs, delaysMs), disk];
};

async function measureRound(
  bench: Bench,
  spoor: BenchedSpoor,
  floor: Program,
  encoding: Encoding,
  seconds: number,
): Promise<Round> {
  const job = { encoding, issueCount: floodIssues };
  const cpu = cpuMicroseconds(floor.pid);
  const floorSeconds = Math.min(seconds, bench.seconds.other);
  const outcome = await sendEvents(floor, "/", bench.generator, { ...job, seconds: floorSeconds });
  const parsed = outcome.statuses["200"] ?? 0;
  const cpuMicrosecondsPerItem = (cpuMicroseconds(floor.pid) - cpu) / parsed;
  const ours = await flood(spoor, bench.generator, { ...job, seconds });
  return { ours, floor: { outcome, perSecond: parsed / outcome.seconds, cpuMicrosecondsPerItem } };
}

async function delayMs(loop: LoopDelays, { since, until }: Flood): Promise<number> {
  return percentile(await loop.between(since, until), 99);
}

async function pageAtRest(spoor: BenchedSpoor): Promise<number[]> {
  const samples: number[] = [];
  for (let i = 0; i < 40; i++)
    samples.push(await timedMs(() => spoor.get("/issues").then((answer) => answer.text())));
  return samples;
}

/** Stops the instance first, so that the write-ahead log is merged into the files. */
async function diskBytesPerEvent(spoor: BenchedSpoor): Promise<Figure> {
  await spoor.stop();
  const bytes = await bytesPerStoredEvent(spoor.dataFolder);
  await spoor.remove();
  const name = "on disk, an event of 25 kB of JSON, mixed";
  return figure({ name, unit: "bytes", values: [bytes], budget: { of: "value", atMost: 4000 } });
}
