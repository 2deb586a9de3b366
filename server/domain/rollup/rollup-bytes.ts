import type { ByteReader } from "#server/domain/sketch/byte-reader.ts";
import type { ByteWriter } from "#server/domain/sketch/byte-writer.ts";
import { mergeWritten, writeSketch } from "#server/domain/sketch/sketch-bytes.ts";
import type { Rollup } from "./rollup.ts";

/**
 * An encoded rollup: its counters, the total in whole microseconds, its sketch. The count is first.
 */
export function writeRollup(
  writer: ByteWriter,
  { durations, failed, satisfied, tolerated, totalMs }: Rollup,
): void {
  writer.varint(durations.count);
  writer.varint(failed);
  writer.varint(satisfied);
  writer.varint(tolerated);
  writer.varint(Math.max(0, Math.round(totalMs * 1_000)));
  writeSketch(writer, durations);
}

/** Adds the output of `writeRollup` to `rollup`. */
export function mergeWrittenRollup(rollup: Rollup, reader: ByteReader): void {
  reader.varint();
  rollup.failed += reader.varint();
  rollup.satisfied += reader.varint();
  rollup.tolerated += reader.varint();
  rollup.totalMs += reader.varint() / 1_000;
  mergeWritten(rollup.durations, reader);
}

/** From the output of `writeRollup`: the count. */
export const writtenCount = (reader: ByteReader): number => reader.varint();

/** The same: number of failures. */
export function writtenFailed(reader: ByteReader): number {
  reader.varint();
  return reader.varint();
}

/** Resets to `emptyRollup`, keeping the sketch's memory. */
export function clearRollup(rollup: Rollup): void {
  rollup.durations.clear();
  Object.assign(rollup, { failed: 0, satisfied: 0, tolerated: 0, totalMs: 0 });
}
