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
  /** Called when its memory is no longer needed. */
  letGo: () => void;
  /** Called when it and everything before it is stored. */
  isPassed: () => Promise<void>;
};

/** `requestsBefore`: number of requests in all earlier batches. */
type Opened = OpenBatch & {
  number: number;
  requestsBefore: number;
  inMemory: number;
  unstored: number;
};

/**
 * The part of a batch that belongs to one project. Without `understanding`, its requests must be
 * read again.
 */
export type Part = {
  of: Opened;
  entries: SpoolEntry[];
  end: SpoolCursor;
  understanding?: Understanding;
};

/** The queue of one project, in spool order. */
export type Lane = {
  projectId: ProjectId;
  parts: Part[];
  requests: number;
  /** Consecutive storage failures. */
  failures: number;
  notBefore: number;
  /** Its cluster node doesn't respond. */
  isAway: boolean;
};

/** Projects whose cluster node doesn't respond, and batches of which nothing else is unstored. */
export type HeldBack = { projectIds: ProjectId[]; batches: number; requests: number };

/**
 * Projects with requests that wait for their cluster node, and how long the oldest request of any
 * other project has waited.
 */
export type HeldBackFigures = { heldBack: ProjectId[]; othersOldestMs: number };

/** Tracks requests that are read but not stored, by project, and how far everything is stored. */
export function createLanes() {
  const lanes = new Map<ProjectId, Lane>();
  const opened: Opened[] = [];
  /** Counted over everything ever added. */
  let [addedBatches, addedRequests] = [0, 0];
  let heldRequests = 0;
  let before: SpoolCursor | undefined;

  function laneOf(projectId: ProjectId): Lane {
    const lane = lanes.get(projectId) ?? {
      projectId,
      parts: [],
      requests: 0,
      failures: 0,
      notBefore: 0,
      isAway: false,
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
      const place = { number: addedBatches, requestsBefore: addedRequests };
      const of: Opened = { ...taken, ...place, inMemory: ids.size, unstored: ids.size };
      opened.push(of);
      addedBatches += 1;
      addedRequests += entries.length;
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
        // Storage may refuse this project for hours.
        if (lane.failures > 0) letGo(part);
      }
      if (ids.size === 0) await finish();
    },

    /** Marks everything in these lanes that ends at or before `ends` as stored. */
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
        lane.isAway = false;
        // Moves to the end, so that the next turn starts with other projects.
        lanes.delete(projectId);
        lanes.set(projectId, lane);
      }
      await finish();
      return entries;
    },

    /** Storage refuses this lane. Until that ends, its requests wait only on disk. */
    park(lane: Lane, isAway: boolean): void {
      lane.failures += 1;
      lane.isAway = isAway;
      for (const part of lane.parts) letGo(part);
    },

    heldBack(): HeldBack {
      const waiting = [...lanes.values()].filter(({ parts }) => parts.length > 0);
      const end = { number: addedBatches, requestsBefore: addedRequests };
      const next = waiting
        .filter(({ isAway }) => !isAway)
        .map(({ parts }) => parts[0]!.of)
        .reduce((first, of) => (of.number < first.number ? of : first), end);
      const first = opened[0] ?? end;
      return {
        projectIds: waiting.filter(({ isAway }) => isAway).map(({ projectId }) => projectId),
        batches: next.number - first.number,
        requests: next.requestsBefore - first.requestsBefore,
      };
    },

    waiting: (): Lane[] => [...lanes.values()].filter(({ parts }) => parts.length > 0),
    isEmpty: (): boolean => opened.length === 0,
    heldRequests: (): number => heldRequests,
    /** The whole spool before this position is stored. */
    storedBefore: (): SpoolCursor | undefined => before,
  };
}
