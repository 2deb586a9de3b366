import { ByteReader } from "#server/domain/sketch/byte-reader.ts";
import { ByteWriter } from "#server/domain/sketch/byte-writer.ts";
import { mergeWritten, writeSketch } from "#server/domain/sketch/sketch-bytes.ts";
import type { Rollup } from "./rollup.ts";

/** A rollup as it is kept: its counters, then its sketch. Valid until the next one is written. */
export function encodeRollup({ durations, failed, satisfied, tolerated, totalMs }: Rollup): Uint8Array {
  const writer = new ByteWriter();
  writer.varint(failed);
  writer.varint(satisfied);
  writer.varint(tolerated);
  writer.float64(totalMs);
  writeSketch(writer, durations);
  return writer.bytes();
}

/** Adds what `encodeRollup` made to `rollup`. */
export function mergeEncodedRollup(rollup: Rollup, bytes: Uint8Array): void {
  const reader = new ByteReader(bytes);
  rollup.failed += reader.varint();
  rollup.satisfied += reader.varint();
  rollup.tolerated += reader.varint();
  rollup.totalMs += reader.float64();
  mergeWritten(rollup.durations, reader);
}
