import type { DayFile } from "#server/storage/sqlite/day-file.ts";
import type { RawPacks } from "#server/storage/traces/raw-packs.ts";

/** Parts of a trace in one file, in order of receipt. They are views of shared packs. */
export function partsIn(
  file: DayFile,
  packs: RawPacks,
  traceRow: number,
  lastPack: number,
): Uint8Array[] {
  return file.traces.partsOf
    .all(traceRow, lastPack, traceRow, lastPack)
    .map(({ pack, offset, length }) => {
      const raw = rawPack(file, packs, pack);
      return raw.subarray(offset, offset + length);
    });
}

function rawPack(file: DayFile, packs: RawPacks, pack: number): Uint8Array {
  const name = `${file.day}:${pack}`;
  const known = packs.get(name);
  if (known) return known;
  const row = file.traces.pack.get(pack);
  if (!row) throw new Error(`Pack ${pack} of ${file.day}, with spans of a trace, is missing`);
  return packs.keep(name, row);
}
