import { join } from "node:path";
import { withScratchFolder } from "./scratch-folder.ts";
import { scanTraces } from "#server/ingest/otlp/scan/scan.ts";
import { acceptLoss } from "#server/storage/sqlite/salvage/accept-loss.ts";
import type { ReadPart } from "#server/storage/sqlite/salvage/chooser.ts";
import { type Salvaged, salvageDay } from "#server/storage/sqlite/salvage/salvage-day.ts";

/**
 * Needs as much free disk space as the damaged file has readable rows. Undefined if the day is not
 * damaged.
 */
export const salvage = (folder: string, day: string): Promise<Salvaged | undefined> =>
  withScratchFolder(join(folder, "salvage"), (scratch) =>
    salvageDay({ folder, scratch, readPart }, day),
  );

/** Limits were enforced when the data was ingested. */
const unlimited = { requestSpans: Number.MAX_SAFE_INTEGER, requestExceptions: 0 };

/** Damaged bytes may still be valid protobuf, with other content or fewer spans. */
const readPart: ReadPart = ({ traceId }, bytes) => {
  try {
    const { parts, invalid } = scanTraces(bytes, unlimited);
    const [part] = parts;
    if (!part || parts.length > 1 || invalid > 0 || part.traceId !== traceId) return undefined;
    return { summary: part.summary, terms: part.terms };
  } catch {
    return undefined;
  }
};

export { acceptLoss };
export type { Salvaged };
