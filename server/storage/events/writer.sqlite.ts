import type { NewEvent } from "#server/storage/digest/digest-store.ts";
import type { NewAttachment } from "#server/storage/attachments/attachment-store.ts";
import { attachmentWriter } from "#server/storage/attachments/writer.sqlite.ts";
import { batchIds, lastIdOf } from "#server/storage/sqlite/batch-ids.ts";
import type { Day, DayFile } from "#server/storage/sqlite/day-file.ts";
import { type DayFiles, dayOf } from "#server/storage/sqlite/day-files.ts";
import { writeTags } from "#server/storage/events/event-tags.ts";
import { type Pack, cutIntoPacks, framesOf } from "#server/storage/layout/packs.ts";
import { byLikeness, eventValues } from "#server/storage/layout/written-values.ts";

/** One batch being written to telemetry files: a transaction in each file. */
export type EventWriter = {
  readonly lastCommittedId: number;
  pack(events: NewEvent[]): Promise<PackedDay[]>;
  write(packed: PackedDay[]): void;
  /** Writes files in the transactions of the same days. */
  attach(attachments: (NewAttachment & { id?: number })[]): Promise<void>;
  commit(): void;
  rollback(): void;
};

type PackedDay = { day: Day; packs: { pack: Pack<NewEvent>; frame: Uint8Array }[] };

type OpenDay = { file: DayFile; nextPack: () => number; nextEvent: () => number };

export function eventWriter(files: DayFiles, batch: number): EventWriter {
  const open = new Map<Day, OpenDay>();

  function begin(day: Day): OpenDay {
    const file = files.make(day);
    if (!file.database.isTransaction) file.database.exec("BEGIN IMMEDIATE");
    const begun = { file, nextPack: batchIds(batch), nextEvent: batchIds(batch) };
    open.set(day, begun);
    return begun;
  }

  const attach = attachmentWriter(batch, (day) => (open.get(day) ?? begin(day)).file);
  return {
    attach,
    lastCommittedId: lastIdOf(batch - 1),
    pack: packDays,
    write(packed) {
      for (const { day, packs } of packed) writeDay(open.get(day) ?? begin(day), packs);
    },
    commit() {
      for (const { file } of open.values()) file.database.exec("COMMIT");
    },
    rollback() {
      for (const { file } of open.values())
        if (file.database.isTransaction) file.database.exec("ROLLBACK");
    },
  };
}

const byDay = (events: NewEvent[]) => Map.groupBy(events, ({ at }) => dayOf(at));

/**
 * All days together: a memory limit bounds concurrent compression, regardless of the number of
 * days.
 */
async function packDays(events: NewEvent[]): Promise<PackedDay[]> {
  const days = [...byDay(events)].map(([day, ofDay]) => ({
    day,
    packs: cutIntoPacks(ofDay.toSorted(byLikeness)),
  }));
  const frames = (await framesOf(days.flatMap(({ packs }) => packs))).values();
  return days.map(({ day, packs }) => ({
    day,
    packs: packs.map((pack) => ({ pack, frame: frames.next().value! })),
  }));
}

function writeDay({ file, nextPack, nextEvent }: OpenDay, packs: PackedDay["packs"]): void {
  for (const { pack, frame } of packs) {
    const packId = nextPack();
    file.insertPack.run(packId, pack.rawBytes, frame);
    for (const { item, offset, length } of pack.items) {
      file.insertEvent.run(
        nextEvent(),
        ...eventValues(item, writeTags(item.tags)),
        packId,
        offset,
        length,
      );
    }
  }
}
