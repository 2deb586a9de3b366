import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import type { Store } from "#server/storage/store.ts";
import type { Encoding } from "../load/envelope.ts";
import type { SpanEncoding } from "../load/span-requests.ts";
import { keptSpans, untilKept } from "../measure/kept-spans.ts";
import { cpuMicroseconds } from "../measure/process-usage.ts";
import { startFloor } from "../programs/floor.ts";
import type { Program } from "../programs/program.ts";
import type { BenchedSpoor } from "../programs/spoor.ts";
import { batchSpans } from "../spans/span-batch.ts";
import type { Bench, Suite } from "../suite.ts";
import { type Rate, spanFigures, type SpanRound, type SpanRounds } from "./span-figures.ts";

type Contest = { bench: Bench; spoor: BenchedSpoor; store: Store; decoder: Program; parser: Program };

/** As many as in a flood of events: see `flood.ts`. */
const connections = 64;

/** Spans taken in at full speed beside the two usual ways of reading them. */
export const spans: Suite = async (bench) => {
  // Its own traces would be counted among the load's.
  const [spoor, decoder, parser] = await Promise.all([
    bench.startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } }),
    startFloor("decode-spans"),
    startFloor("parse-spans"),
  ]);
  const store = await openSqliteStore(spoor.dataFolder);
  const rounds = await contest({ bench, spoor, store, decoder, parser });
  await Promise.all([store.close(), decoder.stop(), parser.stop()]);
  await spoor.remove();
  return spanFigures(rounds);
};

async function contest(parts: Contest): Promise<SpanRounds> {
  const { rounds: count, seconds } = parts.bench;
  const rounds: SpanRounds = { gzip: [], plain: [] };
  for (const encoding of ["gzip", "plain"] as const) await measureRound(parts, encoding, 0.3);
  for (let i = 0; i < count; i++) {
    for (const encoding of ["gzip", "plain"] as const) {
      rounds[encoding].push(await measureRound(parts, encoding, seconds.other));
    }
  }
  return rounds;
}

/** Floors hold their rate from the first moment; ours has a queue that must be given time to fill. */
async function measureRound(parts: Contest, encoding: Encoding, seconds: number): Promise<SpanRound> {
  const { bench, decoder, parser } = parts;
  return {
    decoder: await send(bench, decoder, "/", { encoding, format: "protobuf" }, seconds / 4),
    ours: await flood(parts, encoding, seconds),
    parser: await send(bench, parser, "/", { encoding, format: "json" }, seconds / 4),
  };
}

/** Sends as fast as it is answered, then waits until the last span can be found. */
async function flood(
  { bench, spoor, store }: Contest,
  encoding: Encoding,
  seconds: number,
): Promise<SpanRound["ours"]> {
  const before = await keptSpans(store, spoor);
  const cpu = cpuMicroseconds(spoor.pid);
  const startedAt = performance.now();
  const rate = await send(bench, spoor, spoor.tracesPath, { encoding, format: "protobuf" }, seconds);
  const kept = (await untilKept(store, spoor, before + rate.spans)) - before;
  return {
    ...rate,
    cpuMicrosecondsEach: (cpuMicroseconds(spoor.pid) - cpu) / rate.spans,
    keptPerSecond: (kept / (performance.now() - startedAt)) * 1000,
    lost: rate.spans - kept,
  };
}

async function send(
  { generator }: Bench,
  { pid, port }: Program,
  path: string,
  what: SpanEncoding,
  seconds: number,
): Promise<Rate> {
  const cpu = cpuMicroseconds(pid);
  const job = { target: { port, path }, what: { kind: "spans", ...what } as const, connections, seconds };
  const { statuses, seconds: took, p99Ms } = await generator.run(job);
  const accepted = (statuses["200"] ?? 0) * batchSpans;
  const sent = Object.values(statuses).reduce((sum, count) => sum + count, 0) * batchSpans;
  const cpuMicrosecondsEach = (cpuMicroseconds(pid) - cpu) / accepted;
  return { spans: accepted, refused: sent - accepted, perSecond: accepted / took, cpuMicrosecondsEach, p99Ms };
}
