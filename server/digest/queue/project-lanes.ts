import type { ProjectId } from "#server/domain/ids.ts";
import { type PartEnds, reaches, type SpoolCursor } from "#server/storage/digest/digest-store.ts";
import type { Batch } from "#server/digest/absorb.ts";
import { byProject } from "#server/digest/parts.ts";
import { cursorAfter, type SpoolEntry } from "#server/digest/spool/spool.ts";
import { joined, type Understanding } from "#server/digest/understanding.ts";

/** A batch whose projects are stored independently. */
export type OpenBatch = {
  batch: Batch;
  entries: SpoolEntry[];
  /** Nothing of it is needed in memory any more. */
  letGo: () => void;
  /** All of it is stored, and all before it. */
  isPassed: () => Promise<void>;
};

type Opened = OpenBatch & { inMemory: number; unstored: number };

/**
 * What a batch brings of one project. Without `understanding` its requests have to be read again.
 */
export type Part = {
  of: Opened;
  entries: SpoolEntry[];
  end: SpoolCursor;
  understanding?: Understanding;
};

/** What waits of one project, in the order of the spool. */
export type Lane = {
  projectId: ProjectId;
  parts: Part[];
  requests: number;
  /** How often in a row storage failed. */
  failures: number;
  notBefore: number;
};

/** Keeps what is read and not stored, by project, and how far everything is stored. */
export function createLanes() {
  const lanes = new Map<ProjectId, Lane>();
  const opened: Opened[] = [];
  let heldRequests = 0;
  let before: SpoolCursor | undefined;

  function laneOf(projectId: ProjectId): Lane {
    const lane = lanes.get(projectId) ?? {
      projectId,
      parts: [],
      requests: 0,
      failures: 0,
      notBefore: 0,
    };
    lanes.set(projectId, lane);
    return lane;
  }

  function letGo(part: Part): void {
    if (!part.understanding) return;
    delete part.understanding;
    heldRequests -= part.entries.length;
    part.of.inMemory -= 1;
    if (part.of.inMemory === 0) part.of.letGo();
  }

  async function finish(): Promise<void> {
    while (opened[0]?.unstored === 0) {
      const { batch, isPassed } = opened.shift()!;
      before = batch.cursor;
      await isPassed();
    }
  }

  return {
    async add(taken: OpenBatch): Promise<void> {
      const { batch, entries } = taken;
      const understood = byProject(batch);
      const byId = Map.groupBy(entries, ({ projectId }) => projectId);
      const ids = new Set([...byId.keys(), ...understood.keys()]);
      const of: Opened = { ...taken, inMemory: ids.size, unstored: ids.size };
      opened.push(of);
      for (const projectId of ids) {
        const own = byId.get(projectId) ?? [];
        const last = own.at(-1);
        const end = last ? cursorAfter(last) : batch.cursor;
        const part: Part = {
          of,
          entries: own,
          end,
          understanding: understood.get(projectId) ?? joined([]),
        };
        const lane = laneOf(projectId);
        lane.parts.push(part);
        lane.requests += own.length;
        heldRequests += own.length;
        // One that storage refuses may do so for hours.
        if (lane.failures > 0) letGo(part);
      }
      if (ids.size === 0) await finish();
    },

    /** Of these lanes all that ends at or before `ends` is stored. */
    async settle(ends: PartEnds, stored: ReadonlySet<ProjectId>): Promise<SpoolEntry[]> {
      const entries: SpoolEntry[] = [];
      for (const projectId of stored) {
        const [lane, end] = [lanes.get(projectId)!, ends.get(projectId)!];
        while (lane.parts[0] && reaches(end, lane.parts[0].end)) {
          const part = lane.parts.shift()!;
          letGo(part);
          part.of.unstored -= 1;
          lane.requests -= part.entries.length;
          entries.push(...part.entries);
        }
        lane.failures = 0;
        // The next turn begins with the others.
        lanes.delete(projectId);
        lanes.set(projectId, lane);
      }
      await finish();
      return entries;
    },

    /** Storage refuses what is in it: until that ends its requests wait on disk alone. */
    park(lane: Lane): void {
      lane.failures += 1;
      for (const part of lane.parts) letGo(part);
    },

    waiting: (): Lane[] => [...lanes.values()].filter(({ parts }) => parts.length > 0),
    isEmpty: (): boolean => opened.length === 0,
    heldRequests: (): number => heldRequests,
    /** All of the spool before is stored. */
    storedBefore: (): SpoolCursor | undefined => before,
  };
}
