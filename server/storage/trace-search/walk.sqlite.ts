import type { SQLInputValue } from "node:sqlite";
import type { TraceFilter } from "#server/storage/traces/trace-store.ts";
import { lastIdOf } from "#server/storage/sqlite/batch-ids.ts";
import { has } from "#server/storage/trace-search/bitmap.ts";
import type { Day, DayFile } from "#server/storage/sqlite/day-file.ts";
import type { DayFiles } from "#server/storage/sqlite/day-files.ts";
import { prepare, type Statement } from "#server/storage/sqlite/statement.ts";
import type { Candidates } from "#server/storage/trace-search/candidates.ts";
import { candidatesFor } from "./candidates.sqlite.ts";
import { conditionsOf, selectTraces } from "./conditions.sqlite.ts";
import { numberOf, rowIdsOf, zoneOf } from "#server/storage/traces/ids.ts";
import type { RawPacks } from "#server/storage/traces/raw-packs.ts";
import { partsIn } from "#server/storage/traces/parts.sqlite.ts";
import { type Ordered, sortColumns } from "#server/storage/trace-search/order.ts";
import { factsOf, type ShapedTraceRow } from "#server/storage/traces/row.ts";
import { inSnapshot } from "#server/storage/traces/snapshot.sqlite.ts";
import { type Stretch, stretches } from "#server/storage/trace-search/stretches.ts";

export type TraceSources = { files: DayFiles; packs: RawPacks; committedBatch: () => number };

/** One step: everything of the day from `downTo` on is processed, with `row` as the result. */
type Step = { downTo: number; row?: ShapedTraceRow };

/** Maximum number of rows held at a time. */
const rowsAtOnce = 256;

/**
 * Results of a search in one day below a row, newest first. The caller decides when to stop.
 * Anything may happen between two steps; if the day's file is deleted, the walk ends.
 */
export function* walkDay(
  sources: TraceSources,
  filter: TraceFilter,
  day: Day,
  below: number,
  order?: Ordered,
): Generator<Step, void, void> {
  const plan = planFor(sources, filter, day, below);
  if (!plan) return;
  const { zones, candidates } = plan;
  const search: Search = { sources, filter, day, candidates, select: selection(filter, order) };
  for (const stretch of stretches(
    zones,
    below,
    rowIdsOf(filter.projectId)[0],
    candidates?.possible,
  )) {
    yield* walkStretch(search, stretch);
    yield { downTo: stretch.from };
  }
}

type Plan = { zones: number[]; candidates: Candidates | undefined };

function planFor(
  { files, committedBatch }: TraceSources,
  filter: TraceFilter,
  day: Day,
  below: number,
): Plan | undefined {
  const file = files.open(day);
  if (!file) return undefined;
  const [from] = rowIdsOf(filter.projectId);
  const { since = -Number.MAX_VALUE, until = Number.MAX_VALUE, projectId, query } = filter;
  return inSnapshot(file, committedBatch, (batch) => {
    const last = file.traces.lastId.get(below, from);
    if (!last) return undefined;
    const zones = file.traces.zones
      .all(zoneOf(from), zoneOf(last.id), since, until)
      .map(({ zone }) => zone);
    return {
      zones,
      candidates: candidatesFor(file.terms, projectId, query, numberOf(last.id) + 1, batch),
    };
  });
}

type Search = Omit<Plan, "zones"> & {
  sources: TraceSources;
  filter: TraceFilter;
  day: Day;
  select: ReturnType<typeof selection>;
};

function* walkStretch(search: Search, stretch: Stretch): Generator<Step, void, void> {
  const most = Math.min(search.filter.limit + 1, rowsAtOnce);
  for (let { below } = stretch; ;) {
    const rows = rowsOf(search, { ...stretch, below }, most);
    for (const row of rows) yield { downTo: row.id, ...(meetsTerms(search, row) && { row }) };
    if (rows.length < most) return;
    below = rows.at(-1)!.id;
  }
}

function rowsOf(
  { sources, day, select }: Search,
  stretch: Stretch,
  most: number,
): ShapedTraceRow[] {
  const file = sources.files.open(day);
  return file
    ? inSnapshot(file, sources.committedBatch, (batch) => select(file, stretch, batch, most))
    : [];
}

/**
 * Compiled once per file and kind of stretch: compiling takes as long as reading a hundred traces.
 */
function selection(filter: TraceFilter, order: Ordered | undefined) {
  const { sql, values } = conditionsOf(filter);
  const conditions = order ? `${sql} AND ${sortColumns[order.by]} > ?` : sql;
  const prepared = new WeakMap<DayFile, Map<boolean, Statement<ShapedTraceRow>>>();

  function statementFor(file: DayFile, isList: boolean): Statement<ShapedTraceRow> {
    const ofFile = prepared.get(file) ?? new Map<boolean, Statement<ShapedTraceRow>>();
    prepared.set(file, ofFile);
    const statement =
      ofFile.get(isList) ?? prepare(file.database, selectTraces(conditions, isList));
    ofFile.set(isList, statement);
    return statement;
  }

  return (
    file: DayFile,
    { from, below, ids }: Stretch,
    batch: number,
    most: number,
  ): ShapedTraceRow[] => {
    const half: SQLInputValue[] = [
      batch,
      from,
      below,
      ...(ids === undefined ? [] : [JSON.stringify(ids)]),
      ...values,
      ...(order ? [order.exceeding()] : []),
    ];
    return statementFor(file, ids !== undefined).all(...half, ...half, most);
  };
}

function meetsTerms({ sources, filter, day, candidates }: Search, row: ShapedTraceRow): boolean {
  if (!candidates) return true;
  const { id } = row;
  if (!has(candidates.possible, numberOf(id))) return false;
  const facts = factsOf(row);
  const verdict = candidates.verdict(numberOf(id), facts);
  if (verdict !== undefined) return verdict;
  const { files, packs, committedBatch } = sources;
  const file = files.open(day);
  if (!file) return false;
  const parts = inSnapshot(file, committedBatch, (batch) =>
    partsIn(file, packs, id, lastIdOf(batch)),
  );
  return filter.matches(parts, facts);
}
