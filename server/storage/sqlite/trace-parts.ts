import type { DayFile } from "./day-file.ts";
import type { RawPacks } from "./trace-packs.ts";

/** The parts of a trace in one file, in order of arrival. They are views of packs that others read too. */
export function partsIn(file: DayFile, packs: RawPacks, traceRow: number, lastPack: number): Uint8Array[] {
  return file.traces.partsOf.all(traceRow, lastPack, traceRow, lastPack).map(({ pack, offset, length }) => {
    const raw = packs.get(file.day, pack, () => file.traces.pack.get(pack));
    if (!raw) throw new Error(`Pack ${pack} of ${file.day}, which holds spans of a trace, is missing`);
    return raw.subarray(offset, offset + length);
  });
}
