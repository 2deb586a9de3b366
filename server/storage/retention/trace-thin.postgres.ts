import type { ProjectId } from "#server/domain/ids.ts";
import { type OutcomeEntry, traceCategory } from "#server/domain/outcomes.ts";
import { hourOf } from "#server/domain/time.ts";
import { traceIdText } from "#server/storage/traces/ids.ts";
import {
  chunkRows,
  dueOf,
  refused,
  type UndecidedRow,
} from "#server/storage/retention/trace-thinning.ts";
import type { Thinned, Thinning, TraceStore } from "#server/storage/traces/trace-store.ts";
import type { Database, Query } from "#server/storage/postgres/database.ts";
import { type Day, dayAfter, type Days, dayOf } from "#server/storage/postgres/days.ts";
import { type LaneDay, laneOf } from "#server/storage/postgres/lanes.ts";
import { addOutcomes } from "#server/storage/outcomes/add.postgres.ts";
import { blankParts } from "./trace-blank.postgres.ts";
import { placesOf } from "#server/storage/traces/parts.postgres.ts";
import { holding } from "#server/storage/postgres/writers.ts";

/** A digest of the project waits during a slice, at most half a second. */
const packsAtOnce = 16;

const selectDecided = "SELECT decided FROM thinning WHERE lane = $1 AND day = $2";
const decide = `INSERT INTO thinning (lane, day, decided) VALUES ($1, $2, $3)
  ON CONFLICT (lane, day) DO UPDATE SET decided = excluded.decided`;
const selectUndecided = `SELECT id, trace_id, received_at, started_at, ended_at, error_count, pack FROM traces
  WHERE lane = $1 AND day = $2 AND id > $3 ORDER BY id LIMIT $4`;
const selectWithEvents = `SELECT DISTINCT trace_id FROM events
  WHERE project_id = $1 AND day BETWEEN $2 AND $3 AND trace_id = ANY($4::text[])`;
/** Does nothing if one of its spans has failed by now. */
const removeTraces = `DELETE FROM traces WHERE lane = $1 AND day = $2 AND id = ANY($3::int[]) AND error_count = 0
  RETURNING id, received_at, span_count`;
const removeParts =
  "DELETE FROM trace_parts WHERE lane = $1 AND day = $2 AND trace = ANY($3::int[])";

type Removed = { id: number; received_at: number; span_count: number };

/**
 * Sampling walks a project's traces in order of receipt, day by day, and stores its progress.
 * Deletions and outcomes are one transaction, which holds the project like a batch.
 */
export function traceThinning(database: Database, days: Days): TraceStore["thin"] {
  return async (thinning) => {
    const total: Thinned = { traces: 0, spans: 0 };
    const due = (await days.list()).filter(
      (day) => day >= dayOf(thinning.from) && day <= dayOf(thinning.before - 1),
    );
    for (const day of due.toReversed()) {
      const at = { lane: laneOf(thinning.projectId), day };
      for (
        let rows = await undecided(at, thinning);
        rows.length > 0;
        rows = await undecided(at, thinning)
      ) {
        add(total, await thinChunk(at, thinning, rows));
        if (rows.length < chunkRows) break;
      }
    }
    return total;
  };

  async function undecided({ lane, day }: LaneDay, { before }: Thinning): Promise<UndecidedRow[]> {
    const [thinned] = await database.query<{ decided: number }>(selectDecided, lane, day);
    const rows = await database.query<UndecidedRow>(
      selectUndecided,
      lane,
      day,
      thinned?.decided ?? -1,
      chunkRows,
    );
    return dueOf(rows, before);
  }

  async function thinChunk(
    at: LaneDay,
    thinning: Thinning,
    rows: UndecidedRow[],
  ): Promise<Thinned> {
    const { projectId } = thinning;
    const total: Thinned = { traces: 0, spans: 0 };
    const slices = slicesOf(await refused(rows, thinning));
    for (const slice of slices) {
      const thinned = await holding(database, projectId, async (query) => {
        if (slice === slices.at(-1)) await query(decide, at.lane, at.day, rows.at(-1)!.id);
        return slice.length === 0
          ? { traces: 0, spans: 0 }
          : removeSlice(query, projectId, at, slice);
      });
      add(total, thinned);
    }
    return total;
  }
}

/** At least one. The newest trace is in the last slice, which records that its number is taken. */
function slicesOf(gone: UndecidedRow[]): UndecidedRow[][] {
  const packs = [...Map.groupBy(gone, ({ pack }) => pack).values()];
  const ordered = packs.toSorted((a, b) => newestOf(a) - newestOf(b));
  const slices: UndecidedRow[][] = [];
  for (let from = 0; from < ordered.length; from += packsAtOnce)
    slices.push(ordered.slice(from, from + packsAtOnce).flat());
  return slices.length === 0 ? [[]] : slices;
}

const newestOf = (rows: UndecidedRow[]) => rows.reduce((newest, { id }) => Math.max(newest, id), 0);

/** Use in a transaction that holds the project. */
async function removeSlice(
  query: Query,
  projectId: ProjectId,
  at: LaneDay,
  rows: UndecidedRow[],
): Promise<Thinned> {
  const wanted = await withEvents(query, projectId, at.day, rows);
  const ids = rows.filter(({ trace_id }) => !wanted.has(traceIdText(trace_id))).map(({ id }) => id);
  const [places, removed] = await Promise.all([
    placesOf(query, at, ids),
    query<Removed>(removeTraces, at.lane, at.day, ids),
  ]);
  const gone = new Set(removed.map(({ id }) => id));
  await Promise.all([
    query(removeParts, at.lane, at.day, [...gone]),
    blankParts(
      query,
      at,
      places.filter(({ trace }) => gone.has(trace)),
    ),
  ]);
  await addOutcomes(
    query,
    removed.flatMap((trace) => outcomesOf(projectId, trace)),
  );
  return {
    traces: removed.length,
    spans: removed.reduce((sum, { span_count }) => sum + span_count, 0),
  };
}

/** IDs of traces with an event: on that day, or after midnight. */
async function withEvents(
  query: Query,
  projectId: ProjectId,
  day: Day,
  rows: UndecidedRow[],
): Promise<Set<string>> {
  const ids = rows.map(({ trace_id }) => traceIdText(trace_id));
  const found = await query<{ trace_id: string }>(
    selectWithEvents,
    projectId,
    dayAfter(day, -1),
    dayAfter(day, 1),
    ids,
  );
  return new Set(found.map(({ trace_id }) => trace_id));
}

function outcomesOf(projectId: ProjectId, { received_at, span_count }: Removed): OutcomeEntry[] {
  const entry = {
    projectId,
    hour: hourOf(received_at),
    outcome: "thinned",
    reason: "sampling",
  } as const;
  return [
    { ...entry, category: "span", quantity: span_count },
    { ...entry, category: traceCategory, quantity: 1 },
  ];
}

function add(total: Thinned, { traces, spans }: Thinned): void {
  total.traces += traces;
  total.spans += spans;
}
