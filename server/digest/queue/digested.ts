import { type PartEnds, reaches, type SpoolCursor } from "#server/storage/digest/digest-store.ts";
import { cursorAfter, type SpoolEntry } from "#server/digest/spool/spool.ts";

/** How far a process's spool is stored: overall, and further by project. */
export type Digested = { cursor: SpoolCursor | undefined; ends: PartEnds };

/** Whether this request is stored. */
export function isStored(entry: SpoolEntry, { cursor, ends }: Digested): boolean {
  const [end, own] = [cursorAfter(entry), ends.get(entry.projectId)];
  return (cursor !== undefined && reaches(cursor, end)) || (own !== undefined && reaches(own, end));
}
