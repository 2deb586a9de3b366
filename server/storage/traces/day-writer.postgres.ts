import { storedText } from "#server/storage/postgres/stored-text.ts";
import { Postings } from "#server/storage/trace-search/postings.ts";
import { termPostings } from "#server/storage/trace-search/term-postings.ts";
import {
  encodeSmallParts,
  type SmallPart,
  smallPackBytes,
} from "#server/storage/traces/small-parts.ts";
import { bytesOfId, zoneOf } from "#server/storage/traces/ids.ts";
import { changingValues, type PartPlace } from "#server/storage/traces/row.ts";
import { widen, type Zones } from "#server/storage/trace-search/zones.ts";
import type { TraceChange } from "#server/storage/traces/trace-store.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import type { TraceDay } from "./day.postgres.ts";
import { addChanged, type TraceRows } from "./rows.postgres.ts";
import { findShapes, shapeId } from "./shapes.postgres.ts";
import { termId } from "#server/storage/trace-search/terms.postgres.ts";

/** Position of a change's part, and the length of its pack. */
export type PackedPart = PartPlace & { packBytes: number };

/** What to write for one change: the trace's number if it exists already. */
type DayChange = { change: TraceChange; part: PackedPart; known: number | undefined };

/** Adds the rows of a lane's day to `rows`; returns the traces' numbers, in the order given. */
export async function writeDay(
  query: Query,
  day: TraceDay,
  changes: DayChange[],
  rows: TraceRows,
): Promise<number[]> {
  const shapes = await findShapes(
    query,
    day,
    changes.map(({ change }) => change.summary),
  );
  const postings = new Postings();
  const addTerms = termPostings((term) => termId(day, term, rows), storedText);
  const zones: Zones = new Map();
  const smallParts: SmallPart[] = [];
  const numbers = changes.map(({ change, part, known }, at) => {
    const number = known ?? day.next.trace++;
    const shape = shapeId(day, shapes[at]!, change.summary, rows.shapes);
    if (known === undefined) addNew(day, number, { change, part, shape }, rows);
    else addPart(day, number, { change, part, shape }, rows);
    if (part.packBytes < smallPackBytes) smallParts.push({ ...placeOf(part), trace: number });
    widen(zones, zoneOf(number), change.summary.startedAt);
    addTerms(postings, change.terms, number);
    return number;
  });
  for (const [zone, { first, last }] of zones)
    rows.zones.push([day.lane, day.day, zone, first, last]);
  rows.batches.push([
    day.lane,
    day.day,
    day.next.batch++,
    postings.encode(),
    encodeSmallParts(smallParts),
  ]);
  return numbers;
}

type Written = { change: TraceChange; part: PackedPart; shape: number };

function addNew(
  { lane, day }: TraceDay,
  number: number,
  { change, part, shape }: Written,
  rows: TraceRows,
): void {
  const { receivedAt, summary } = change;
  const traceId = bytesOfId(summary.traceId, 16);
  const values = changingValues(summary, shape);
  const { pack, offset, length } = part;
  rows.traces.push([
    lane,
    day,
    number,
    traceId,
    Math.floor(receivedAt),
    ...values,
    pack,
    offset,
    length,
  ]);
}

function addPart(
  at: TraceDay,
  number: number,
  { change, part, shape }: Written,
  rows: TraceRows,
): void {
  addChanged(rows, at, [number, ...changingValues(change.summary, shape)]);
  rows.parts.push([at.lane, at.day, number, part.pack, part.offset, part.length]);
}

const placeOf = ({ pack, offset, length }: PackedPart): PartPlace => ({ pack, offset, length });
