import type { ByteReader } from "#server/domain/sketch/byte-reader.ts";
import type { ByteWriter } from "#server/domain/sketch/byte-writer.ts";
import { mergeWritten, writeSketch } from "#server/domain/sketch/sketch-bytes.ts";
import { Sketch } from "#server/domain/sketch/sketch.ts";
import { ratingOf, type VitalName, type VitalRollup } from "./vital.ts";

export const emptyVitalRollup = (): VitalRollup => ({
  values: new Sketch(),
  good: 0,
  needsImprovement: 0,
  poor: 0,
});

const counterOf = { good: "good", "needs-improvement": "needsImprovement", poor: "poor" } as const;
const clsScale = 1_000;

/** Counts one value; `times` −1 removes it. */
export function countVital(
  rollup: VitalRollup,
  vital: VitalName,
  value: number,
  times: 1 | -1 = 1,
): void {
  rollup.values.add(vital === "cls" ? clsScale * value : value, times);
  const counter = counterOf[ratingOf(vital, value)];
  rollup[counter] = Math.max(0, rollup[counter] + times);
}

/** A quantile in the vital's unit; undefined without values. */
export function vitalQuantile(
  rollup: VitalRollup,
  vital: VitalName,
  q: number,
): number | undefined {
  const kept = rollup.values.quantile(q);
  return kept !== undefined && vital === "cls" ? kept / clsScale : kept;
}

/** Its counters, then its sketch. */
export function writeVitalRollup(
  writer: ByteWriter,
  { values, good, needsImprovement, poor }: VitalRollup,
): void {
  for (const counter of [good, needsImprovement, poor]) writer.varint(counter);
  writeSketch(writer, values);
}

/** Adds the output of `writeVitalRollup` to `rollup`. */
export function mergeWrittenVitalRollup(rollup: VitalRollup, reader: ByteReader): void {
  rollup.good += reader.varint();
  rollup.needsImprovement += reader.varint();
  rollup.poor += reader.varint();
  mergeWritten(rollup.values, reader);
}

/** Resets to `emptyVitalRollup`, keeping the sketch's memory. */
export function clearVitalRollup(rollup: VitalRollup): void {
  rollup.values.clear();
  Object.assign(rollup, { good: 0, needsImprovement: 0, poor: 0 });
}
