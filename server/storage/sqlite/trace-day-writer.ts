import type { TraceChange } from "#server/storage/trace-store.ts";
import { batchIds } from "./batch-ids.ts";
import type { DayFile } from "./day-file.ts";
import { type Postings, addPosting, encodePostings } from "./postings.ts";
import { termIds } from "./term-ids.ts";
import { foldWhenDue } from "./trace-fold.ts";
import { bytesOfId, numberOf, rowIdsOf, zoneOf } from "./trace-ids.ts";
import { changingValues } from "./trace-row.ts";
import { shapeIds } from "./trace-shapes.ts";

/** What the writer remembers of a file between batches. What a batch that was rolled back has learnt must be forgotten. */
export type TraceMemory = { shapeId: ReturnType<typeof shapeIds>; termId: ReturnType<typeof termIds> };

export const traceMemory = (file: DayFile): TraceMemory => ({
  shapeId: shapeIds(file.traces),
  termId: termIds(file.terms),
});

/** Parts that lie in one frame, and the rows of their traces. */
export type TracePack = { raw: Uint8Array; parts: { trace: number; offset: number; length: number }[] };

/** One batch's traces on their way into one file, within its transaction. */
export type TraceDayWriter = {
  /** Inserts the trace, or changes the one whose row is given; returns its row. */
  writeTrace(change: TraceChange, known: number | undefined): number;
  /** After the last `writeTrace` of a save: what the batch has added to the index so far. */
  writePostings(): void;
  writePack(pack: TracePack, frame: Uint8Array): number;
};

export function traceDayWriter(file: DayFile, memory: TraceMemory, batch: number): TraceDayWriter {
  const postings: Postings = new Map();
  const nextIds = new Map<number, number>();
  const nextPack = batchIds(batch);
  file.traces.forgetBefore.run(batch - 1);
  foldWhenDue(file.terms, batch - 1);

  function nextId(projectId: TraceChange["projectId"]): number {
    const [from, below] = rowIdsOf(projectId);
    const id = nextIds.get(projectId) ?? (file.traces.lastId.get(below, from)?.id ?? from - 1) + 1;
    nextIds.set(projectId, id + 1);
    return id;
  }

  function insert({ projectId, receivedAt, summary }: TraceChange): number {
    const id = nextId(projectId);
    const values = changingValues(summary, memory.shapeId(summary));
    file.traces.insertTrace.run(id, batch, bytesOfId(summary.traceId, 16), Math.floor(receivedAt), ...values);
    return id;
  }

  function update({ summary }: TraceChange, id: number): number {
    file.traces.keepBefore.run(batch, id, batch);
    file.traces.updateTrace.run(batch, ...changingValues(summary, memory.shapeId(summary)), id);
    return id;
  }

  return {
    writeTrace(change, known) {
      const id = known === undefined ? insert(change) : update(change, known);
      const { startedAt } = change.summary;
      file.traces.widenZone.run(zoneOf(id), startedAt, startedAt);
      for (const term of change.terms) addPosting(postings, memory.termId(change.projectId, term), numberOf(id));
      return id;
    },
    writePostings: () => void file.terms.putBatch.run(batch, encodePostings(postings)),
    writePack({ raw, parts }, frame) {
      const id = nextPack();
      file.traces.insertPack.run(id, raw.length, frame);
      for (const { trace, offset, length } of parts) file.traces.insertPart.run(trace, id, offset, length);
      return id;
    },
  };
}
