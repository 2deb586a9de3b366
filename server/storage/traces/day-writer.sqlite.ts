import type { ProjectId } from "#server/domain/ids.ts";
import type { TraceChange } from "#server/storage/traces/trace-store.ts";
import { batchIds } from "#server/storage/sqlite/batch-ids.ts";
import type { DayFile } from "#server/storage/sqlite/day-file.ts";
import { Postings } from "#server/storage/trace-search/postings.ts";
import { type AddTerms, termPostings } from "#server/storage/trace-search/term-postings.ts";
import { termIds } from "#server/storage/trace-search/term-ids.sqlite.ts";
import { foldWhenDue } from "#server/storage/trace-search/fold.sqlite.ts";
import { encodeSmallParts, type SmallPart } from "#server/storage/traces/small-parts.ts";
import { bytesOfId, numberOf, rowIdsOf, zoneOf } from "#server/storage/traces/ids.ts";
import { changingValues, type PartPlace } from "#server/storage/traces/row.ts";
import { widen, type Zones } from "#server/storage/trace-search/zones.ts";
import { shapeIds } from "./shapes.sqlite.ts";
import type { TraceIndex } from "./known-traces.sqlite.ts";

/**
 * The writer's state of a file between batches. State from a rolled back batch must be forgotten.
 */
export type TraceMemory = {
  shapeId: ReturnType<typeof shapeIds>;
  addTermsOf: (projectId: ProjectId) => AddTerms;
  index: TraceIndex;
  /** Of the batch being written. */
  postings: Postings;
};

export function traceMemory(file: DayFile, index: TraceIndex): TraceMemory {
  file.database.exec(`PRAGMA cache_size = -${writerCacheKib}`);
  return {
    shapeId: shapeIds(file.traces),
    addTermsOf: termAdders(file),
    index,
    postings: new Postings(),
  };
}

function termAdders(file: DayFile): TraceMemory["addTermsOf"] {
  const termId = termIds(file.terms);
  const adders = new Map<ProjectId, AddTerms>();
  return (projectId) => {
    const adder = adders.get(projectId) ?? termPostings((term) => termId(projectId, term));
    adders.set(projectId, adder);
    return adder;
  };
}

/** Frequently written: a megabyte of the trace ID index, and the ends of the other tables. */
const writerCacheKib = 16_384;

/** Writes one batch's traces to one file, in its transaction. */
export type TraceDayWriter = {
  nextPack(): number;
  /**
   * Inserts the trace, or updates the one whose row is given; returns its row. `part`: where its
   * bytes will be.
   */
  writeTrace(change: TraceChange, part: PartPlace, known: number | undefined): number;
  /** After the last `writeTrace` of a save: writes the batch's index entries. */
  writeIndex(smallParts: SmallPart[]): void;
};

export function traceDayWriter(file: DayFile, memory: TraceMemory, batch: number): TraceDayWriter {
  const { postings } = memory;
  postings.clear();
  const smallParts: SmallPart[] = [];
  const zones: Zones = new Map();
  const nextIds = new Map<number, number>();
  file.traces.forgetBefore.run(batch - 1);
  foldWhenDue(file, batch - 1);

  function nextId(projectId: TraceChange["projectId"]): number {
    const [from, below] = rowIdsOf(projectId);
    const id = nextIds.get(projectId) ?? newestOf(projectId, from, below) + 1;
    nextIds.set(projectId, id + 1);
    return id;
  }

  // The newest may have been removed by sampling. Its number stays taken, because the index still
  // contains it.
  function newestOf(projectId: TraceChange["projectId"], from: number, below: number): number {
    const last = file.traces.lastId.get(below, from)?.id ?? from - 1;
    return Math.max(last, file.thinning.decided.get(projectId)?.decided ?? 0);
  }

  function insert(
    { projectId, receivedAt, summary }: TraceChange,
    { pack, offset, length }: PartPlace,
  ): number {
    const id = nextId(projectId);
    const values = changingValues(summary, memory.shapeId(summary));
    const traceId = bytesOfId(summary.traceId, 16);
    file.traces.insertTrace.run(
      id,
      batch,
      traceId,
      Math.floor(receivedAt),
      ...values,
      pack,
      offset,
      length,
    );
    memory.index.add(id, traceId);
    return id;
  }

  function update(
    { summary }: TraceChange,
    { pack, offset, length }: PartPlace,
    id: number,
  ): number {
    file.traces.keepBefore.run(batch, id, batch);
    file.traces.updateTrace.run(batch, ...changingValues(summary, memory.shapeId(summary)), id);
    file.traces.insertPart.run(id, pack, offset, length);
    return id;
  }

  return {
    nextPack: batchIds(batch),
    writeTrace(change, part, known) {
      const id = known === undefined ? insert(change, part) : update(change, part, known);
      widen(zones, zoneOf(id), change.summary.startedAt);
      memory.addTermsOf(change.projectId)(postings, change.terms, numberOf(id));
      return id;
    },
    writeIndex(more) {
      smallParts.push(...more);
      file.terms.putBatch.run(batch, postings.encode(), encodeSmallParts(smallParts));
      for (const [zone, { first, last }] of zones) file.traces.widenZone.run(zone, first, last);
    },
  };
}
