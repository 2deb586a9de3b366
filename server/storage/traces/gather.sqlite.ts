import { lastIdOf } from "#server/storage/sqlite/batch-ids.ts";
import type { DayFile } from "#server/storage/sqlite/day-file.ts";
import { cutIntoPacks } from "#server/storage/layout/packs.ts";
import { type SmallPart, worthGathering } from "#server/storage/traces/small-parts.ts";
import { compressSpansNow, inflateSpans } from "#server/storage/traces/span-frames.ts";
import type { PartPlace } from "#server/storage/traces/row.ts";

/**
 * Use in a transaction, for packs of committed batches only. Readers of a trace's parts must use
 * one snapshot.
 */
export function gatherPacks(file: DayFile, parts: SmallPart[], committedBatch: number): void {
  const raws = new Map<number, Uint8Array>();
  for (const pack of new Set(parts.map((part) => part.pack))) {
    const row = file.traces.pack.get(pack);
    if (row) raws.set(pack, inflateSpans(row));
  }
  if (raws.size < worthGathering) return;
  // Traces removed by sampling in the meantime have left zeros, or no pack.
  const items = parts.flatMap((part) => {
    const raw = raws.get(part.pack);
    return raw && raw[part.offset] !== 0 ? { part, body: bytesOf(raw, part) } : [];
  });
  // From the end of the last committed batch's numbers, which it can't have reached: a lost batch
  // then removes nothing else.
  let pack = lastIdOf(committedBatch);
  for (const gathered of cutIntoPacks(items)) {
    const raw = Buffer.concat(gathered.items.map(({ item }) => item.body));
    file.traces.insertPack.run(pack, raw.length, compressSpansNow(raw));
    for (const { item, offset } of gathered.items) move(file, item.part, pack, offset);
    pack--;
  }
  for (const old of raws.keys()) file.traces.forgetPack.run(old);
}

const bytesOf = (raw: Uint8Array, { offset, length }: PartPlace) =>
  raw.subarray(offset, offset + length);

function move({ traces }: DayFile, part: SmallPart, pack: number, offset: number): void {
  const where = [pack, offset, part.trace, part.pack, part.offset] as const;
  if (traces.moveFirstPart.run(...where) === 0) traces.moveLaterPart.run(...where);
}
