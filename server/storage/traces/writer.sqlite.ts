import { dayMs } from "#server/domain/time.ts";
import {
  type TraceChange,
  type TraceName,
  type TraceTransaction,
  traceKey,
} from "#server/storage/traces/trace-store.ts";
import { lastIdOf } from "#server/storage/sqlite/batch-ids.ts";
import type { Day, DayFile } from "#server/storage/sqlite/day-file.ts";
import { type DayFiles, dayOf } from "#server/storage/sqlite/day-files.ts";
import { packsOf } from "#server/storage/traces/span-packs.ts";
import {
  type TraceDayWriter,
  type TraceMemory,
  traceDayWriter,
  traceMemory,
} from "./day-writer.sqlite.ts";
import { type SmallPart, smallPackBytes } from "#server/storage/traces/small-parts.ts";
import { compressSpans, spanBuffer } from "#server/storage/traces/span-frames.ts";
import type { RawPacks } from "#server/storage/traces/raw-packs.ts";
import { partsIn } from "./parts.sqlite.ts";
import { type TraceIndex, traceIndex } from "./known-traces.sqlite.ts";
import { tracePlaces } from "./places.sqlite.ts";
import { type PartPlace, summaryOf } from "#server/storage/traces/row.ts";

/**
 * One batch's traces: the digest's reads and writes, in the transactions of the telemetry files.
 */
export type TraceWriter = TraceTransaction & {
  /** Writes rows and index while the spans are compressed in another thread. */
  write(changes: TraceChange[]): Promise<PackedTraces[]>;
  writePacks(packed: PackedTraces[]): void;
  commit(): void;
  rollback(): void;
};

type PackedTraces = { day: Day; pack: number; rawBytes: number; frame: Uint8Array };

type OpenDay = { file: DayFile; writer: TraceDayWriter };

type TraceWriters = {
  begin(batch: number): TraceWriter;
  /** Written rows were rolled back: cached state of the files is read again. */
  forget(): void;
};

export function traceWriters(files: DayFiles, packs: RawPacks): TraceWriters {
  const buffer = spanBuffer();
  // By file, not by day: a reopened file is a different one.
  let memories = new WeakMap<DayFile, TraceMemory>();
  let indexes = new WeakMap<DayFile, TraceIndex>();

  function indexOf(file: DayFile): TraceIndex {
    const index = indexes.get(file) ?? traceIndex(file);
    indexes.set(file, index);
    return index;
  }

  function memoryOf(file: DayFile): TraceMemory {
    const memory = memories.get(file) ?? traceMemory(file, indexOf(file));
    memories.set(file, memory);
    return memory;
  }

  function forget(): void {
    memories = new WeakMap();
    indexes = new WeakMap();
    // Packs of the lost batch have the names that the next batch will use.
    packs.clear();
  }

  function begin(batch: number): TraceWriter {
    const places = tracePlaces(files, indexOf);
    const open = new Map<Day, OpenDay>();
    const days = new Map<number, Day>();

    function openDay(day: Day): OpenDay {
      const file = files.make(day);
      if (!file.database.isTransaction) file.database.exec("BEGIN IMMEDIATE");
      const begun = { file, writer: traceDayWriter(file, memoryOf(file), batch) };
      open.set(day, begun);
      return begun;
    }

    // Nearly all traces of a batch arrive on one day.
    function dayOfReceipt(receivedAt: number): Day {
      const number = Math.floor(receivedAt / dayMs);
      const day = days.get(number) ?? dayOf(receivedAt);
      days.set(number, day);
      return day;
    }

    const dayFor = (change: TraceChange) =>
      places.place(nameOf(change))?.day ?? dayOfReceipt(change.receivedAt);

    function writeDay(day: Day, changes: TraceChange[]): Promise<PackedTraces>[] {
      const { writer } = open.get(day) ?? openDay(day);
      const parts = new Map<TraceChange, PartPlace>();
      const small = new Set<number>();
      const packed = packsOf(changes).map(async ({ items, rawBytes }) => {
        const pack = writer.nextPack();
        if (rawBytes < smallPackBytes) small.add(pack);
        for (const { item, offset, length } of items)
          parts.set(item.change, { pack, offset, length });
        const frame = await compressSpans(buffer.lay(items.map(({ item }) => item.body)));
        return { day, pack, rawBytes, frame };
      });
      const written = changes.map((change) => writeTrace(day, writer, change, parts.get(change)!));
      writer.writeIndex(written.filter(({ pack }) => small.has(pack)));
      return packed;
    }

    function writeTrace(
      day: Day,
      writer: TraceDayWriter,
      change: TraceChange,
      part: PartPlace,
    ): SmallPart {
      const name = nameOf(change);
      const place = places.place(name);
      const id = writer.writeTrace(change, part, place?.day === day ? place.id : undefined);
      if (!place) places.remember(name, { day, id });
      return { ...part, trace: id };
    }

    function partsOf(name: TraceName): Uint8Array[] | undefined {
      const place = places.place(name);
      const file = place && files.open(place.day);
      return file && partsIn(file, packs, place.id, lastIdOf(batch));
    }

    return {
      async tracesFor(names) {
        await places.ready(names);
        const find = places.finding();
        return mapOf(names, (name) => {
          const found = find(name);
          return found && summaryOf(found.row);
        });
      },
      partsOf: async (names) => mapOf(names, partsOf),
      write(changes) {
        buffer.begin(changes.reduce((sum, { part }) => sum + part.length, 0));
        const byDay = [...Map.groupBy(changes, dayFor)];
        return Promise.all(byDay.flatMap(([day, ofDay]) => writeDay(day, ofDay)));
      },
      writePacks(packed) {
        for (const { day, pack, rawBytes, frame } of packed) {
          open.get(day)!.file.traces.insertPack.run(pack, rawBytes, frame);
        }
      },
      commit() {
        for (const { file } of open.values())
          if (file.database.isTransaction) file.database.exec("COMMIT");
      },
      rollback() {
        forget();
        for (const { file } of open.values())
          if (file.database.isTransaction) file.database.exec("ROLLBACK");
      },
    };
  }

  return { begin, forget };
}

const nameOf = ({ projectId, receivedAt, summary }: TraceChange): TraceName => ({
  projectId,
  receivedAt,
  traceId: summary.traceId,
});

function mapOf<Answer>(
  names: TraceName[],
  ask: (name: TraceName) => Answer | undefined,
): Map<string, Answer> {
  const answers = new Map<string, Answer>();
  for (const name of names) {
    const answer = ask(name);
    if (answer !== undefined) answers.set(traceKey(name), answer);
  }
  return answers;
}
