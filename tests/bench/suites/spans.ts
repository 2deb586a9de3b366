import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import type { Store } from "#server/storage/store.ts";
import type { Encoding } from "../load/envelope.ts";
import { startFloor } from "../programs/floor.ts";
import type { Program } from "../programs/program.ts";
import type { BenchedSpoor } from "../programs/spoor.ts";
import type { Bench, Suite } from "../suite.ts";
import { spanFigures, type SpanRound, type SpanRounds } from "./span-figures.ts";
import { floodSpans, sendSpans } from "./span-flood.ts";

type Contest = {
  bench: Bench;
  spoor: BenchedSpoor;
  store: Store;
  decoder: Program;
  parser: Program;
};

/** Floors have their full rate at once; ours has a queue that must fill first. */
const floorSeconds = (seconds: number) => Math.max(seconds / 4, Math.min(seconds, 0.2));

/** Spans ingested at full speed beside two usual ways of reading them. */
export const spans: Suite = async (bench) => {
  // Its own traces would count in the load.
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
      rounds[encoding].push(await measureRound(parts, encoding, seconds.spans));
    }
  }
  return rounds;
}

async function measureRound(
  parts: Contest,
  encoding: Encoding,
  seconds: number,
): Promise<SpanRound> {
  const { bench, decoder, parser } = parts;
  return {
    decoder: await sendSpans(
      bench,
      decoder,
      "/",
      { encoding, format: "protobuf" },
      floorSeconds(seconds),
    ),
    ours: await floodSpans(parts, encoding, seconds),
    parser: await sendSpans(
      bench,
      parser,
      "/",
      { encoding, format: "json" },
      floorSeconds(seconds),
    ),
  };
}
