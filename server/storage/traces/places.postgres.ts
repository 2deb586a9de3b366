import { dayMs } from "#server/domain/time.ts";
import { bytesOfId, traceIdText } from "#server/storage/traces/ids.ts";
import { type TraceName, traceKey } from "#server/storage/traces/trace-store.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { type Day, dayOf } from "#server/storage/postgres/days.ts";
import { newestDays } from "#server/storage/digest/reads.postgres.ts";
import { type LaneDay, laneOf } from "#server/storage/postgres/lanes.ts";
import { type DayTraceRow, selectTraces } from "./columns.postgres.ts";

/** Position of a trace's row. */
export type TracePlace = LaneDay & { id: number };

/**
 * Looks up traces within one batch and caches results: the digest looks them up before saving. A
 * trace with a part after midnight continues on the day before; on a later day, it starts again
 * there, and reading joins both.
 */
type TracePlaces = {
  /** The rows of stored traces, by `traceKey`. */
  find(names: TraceName[]): Promise<Map<string, DayTraceRow>>;
  /** By `traceKey`; new ones are omitted. */
  placesOf(names: TraceName[]): Promise<Map<string, TracePlace>>;
  remember(name: TraceName, place: TracePlace): void;
};

const selectByTraceId = `${selectTraces} WHERE t.lane = $1 AND t.day IN ($2, $3) AND t.trace_id = ANY($4::bytea[])`;

export function tracePlaces(query: Query): TracePlaces {
  const known = new Map<string, TracePlace | undefined>();

  async function find(names: TraceName[]): Promise<Map<string, DayTraceRow>> {
    const newest = names.some(({ receivedAt }) => receivedAt === undefined)
      ? await newestDays(query)
      : [];
    const groups = Map.groupBy(names, (name) =>
      [name.projectId, ...daysAsked(name, newest)].join(),
    );
    const found = await Promise.all(
      [...groups.values()].map((alike) => findAlike(alike, daysAsked(alike[0]!, newest))),
    );
    const rows = new Map(found.flat());
    for (const name of names) {
      const row = rows.get(traceKey(name));
      known.set(traceKey(name), row && { lane: laneOf(name.projectId), day: row.day, id: row.id });
    }
    return inOrder(names, (key) => rows.get(key));
  }

  /** For one project, received on one day. If found on both days, the later row counts. */
  async function findAlike(
    names: TraceName[],
    [later, earlier = later]: Day[],
  ): Promise<[string, DayTraceRow][]> {
    if (later === undefined || earlier === undefined) return [];
    const { projectId } = names[0]!;
    const ids = names.map(({ traceId }) => bytesOfId(traceId, 16));
    const rows = await query<DayTraceRow>(selectByTraceId, laneOf(projectId), later, earlier, ids);
    return rows
      .toSorted((a, b) => (a.day < b.day ? -1 : 1))
      .map((row) => [traceKey({ projectId, traceId: traceIdText(row.trace_id) }), row]);
  }

  return {
    find,
    async placesOf(names) {
      const unknown = names.filter((name) => !known.has(traceKey(name)));
      if (unknown.length > 0) await find(unknown);
      return inOrder(names, (key) => known.get(key));
    },
    remember: (name, place) => void known.set(traceKey(name), place),
  };
}

/** Later first: the day of receipt and the one before, or the two newest if no time is given. */
const daysAsked = ({ receivedAt }: TraceName, newest: Day[]): Day[] =>
  receivedAt === undefined ? newest : [dayOf(receivedAt), dayOf(receivedAt - dayMs)];

/** Results that exist, in the order asked. */
function inOrder<Answer>(
  names: TraceName[],
  answerTo: (key: string) => Answer | undefined,
): Map<string, Answer> {
  const answers = names.map((name) => [traceKey(name), answerTo(traceKey(name))] as const);
  return new Map(answers.filter((each): each is [string, Answer] => each[1] !== undefined));
}
