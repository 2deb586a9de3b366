import { rawPacks } from "#server/storage/traces/raw-packs.ts";
import { spanBuffer } from "#server/storage/traces/span-frames.ts";
import { summaryOf } from "#server/storage/traces/row.ts";
import {
  type TraceChange,
  traceKey,
  type TraceName,
  type TraceTransaction,
} from "#server/storage/traces/trace-store.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { type Days, dayOf } from "#server/storage/postgres/days.ts";
import { type LaneDay, laneDayKey, laneOf } from "#server/storage/postgres/lanes.ts";
import { saveServices } from "#server/storage/rollups/service-edges.postgres.ts";
import { openTraceDay, type TraceDay } from "./day.postgres.ts";
import { writeDay } from "./day-writer.postgres.ts";
import { traceMemories } from "./memory.postgres.ts";
import { type ChangesOfDay, insertPacks, packSpans } from "./packs.postgres.ts";
import { partsIn } from "./parts.postgres.ts";
import { type TracePlace, tracePlaces } from "./places.postgres.ts";
import { noTraceRows, writeTraceRows } from "./rows.postgres.ts";

/** One batch's traces: the digest's reads and writes, all in the batch's transaction. */
export type TraceWrites = TraceTransaction & {
  /**
   * Writes rows, index, spans, services, and environments. May be called again in the same batch.
   */
  write(changes: TraceChange[]): Promise<void>;
};

/**
 * Created once per store: its cache of days serves batch after batch, one at a time. A result is
 * for one run of one transaction that holds the projects' rows in `writers`.
 */
export function traceWriters(days: Days): (query: Query) => TraceWrites {
  const memories = traceMemories();
  const packs = rawPacks();
  const buffer = spanBuffer();

  return (query) => {
    const places = tracePlaces(query);
    const opened = new Map<string, Promise<TraceDay>>();

    function open(at: LaneDay): Promise<TraceDay> {
      const day = opened.get(laneDayKey(at)) ?? openTraceDay(query, memories, at);
      opened.set(laneDayKey(at), day);
      return day;
    }

    async function write(changes: TraceChange[]): Promise<void> {
      const known = await places.placesOf(changes.map(nameOf));
      const groups = groupsOf(changes, known);
      await days.ensure(groups.map(({ day }) => day));
      const [packed, ofGroups] = await Promise.all([
        packSpans(query, buffer, groups),
        Promise.all(groups.map(open)),
        saveServices(query, changes),
      ]);
      const rows = noTraceRows();
      await Promise.all(
        groups.map(async ({ lane, day, changes: ofDay }, at) => {
          const asked = ofDay.map((change) => {
            return {
              change,
              part: packed.parts.get(change)!,
              known: known.get(traceKey(nameOf(change)))?.id,
            };
          });
          const numbers = await writeDay(query, ofGroups[at]!, asked, rows);
          ofDay.forEach((change, n) =>
            places.remember(nameOf(change), { lane, day, id: numbers[n]! }),
          );
        }),
      );
      await Promise.all([
        writeTraceRows(query, rows),
        packed.packs.then((ready) => insertPacks(query, ready)),
      ]);
    }

    async function partsOfDay(placed: [string, TracePlace][]): Promise<[string, Uint8Array[]][]> {
      const at = placed[0]![1];
      const parts = await partsIn(
        query,
        packs,
        at,
        placed.map(([, { id }]) => id),
      );
      return placed.map(([key, { id }]) => [key, parts.get(id) ?? []]);
    }

    return {
      async tracesFor(names) {
        const rows = await places.find(names);
        return new Map([...rows].map(([key, row]) => [key, summaryOf(row)]));
      },
      async partsOf(names) {
        const byDay = Map.groupBy(await places.placesOf(names), ([, place]) => laneDayKey(place));
        return new Map((await Promise.all([...byDay.values()].map(partsOfDay))).flat());
      },
      write,
    };
  };
}

const nameOf = ({ projectId, receivedAt, summary }: TraceChange): TraceName => ({
  projectId,
  receivedAt,
  traceId: summary.traceId,
});

/** An existing trace stays where it is; a new one goes to the day of its receipt. */
function groupsOf(changes: TraceChange[], known: Map<string, TracePlace>): ChangesOfDay[] {
  const groups = new Map<string, ChangesOfDay>();
  for (const change of changes) {
    const { day } = known.get(traceKey(nameOf(change))) ?? { day: dayOf(change.receivedAt) };
    const at = { lane: laneOf(change.projectId), day };
    const group = groups.get(laneDayKey(at));
    if (group) group.changes.push(change);
    else groups.set(laneDayKey(at), { ...at, changes: [change] });
  }
  return [...groups.values()];
}
