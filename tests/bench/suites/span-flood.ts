import type { Store } from "#server/storage/store.ts";
import type { Encoding } from "../load/envelope.ts";
import type { SpanEncoding } from "../load/span-requests.ts";
import { storedSpans, waitUntilStored } from "../measure/stored-spans.ts";
import { cpuMicroseconds } from "../measure/process-usage.ts";
import type { Program } from "../programs/program.ts";
import type { BenchedSpoor } from "../programs/spoor.ts";
import { batchSpans } from "../spans/span-batch.ts";
import type { Bench } from "../suite.ts";
import type { Rate, SpanRound } from "./span-figures.ts";

/** As many as in a flood of events, see `flood.ts`. */
const connections = 64;

/** Sends as fast as answered, then waits until the last span is searchable. */
export async function floodSpans(
  { bench, spoor, store }: { bench: Bench; spoor: BenchedSpoor; store: Store },
  encoding: Encoding,
  seconds: number,
): Promise<SpanRound["ours"]> {
  const before = await storedSpans(store, spoor);
  const cpu = cpuMicroseconds(spoor.pid);
  const startedAt = performance.now();
  const rate = await sendSpans(
    bench,
    spoor,
    spoor.tracesPath,
    { encoding, format: "protobuf" },
    seconds,
  );
  const kept = (await waitUntilStored(store, spoor, before + rate.spans)) - before;
  return {
    ...rate,
    cpuMicrosecondsPerItem: (cpuMicroseconds(spoor.pid) - cpu) / rate.spans,
    keptPerSecond: (kept / (performance.now() - startedAt)) * 1000,
    lost: rate.spans - kept,
  };
}

export async function sendSpans(
  { generator }: Bench,
  { pid, port }: Program,
  path: string,
  what: SpanEncoding,
  seconds: number,
): Promise<Rate> {
  const cpu = cpuMicroseconds(pid);
  const job = {
    target: { port, path },
    what: { kind: "spans", ...what } as const,
    connections,
    seconds,
  };
  const { statuses, seconds: took, p99Ms } = await generator.run(job);
  const accepted = (statuses["200"] ?? 0) * batchSpans;
  const sent = Object.values(statuses).reduce((sum, count) => sum + count, 0) * batchSpans;
  const cpuMicrosecondsPerItem = (cpuMicroseconds(pid) - cpu) / accepted;
  return {
    spans: accepted,
    refused: sent - accepted,
    perSecond: accepted / took,
    cpuMicrosecondsPerItem,
    p99Ms,
  };
}
