import type { SQLInputValue } from "node:sqlite";
import type { TraceFilter } from "#server/storage/trace-store.ts";
import { lastIdOf } from "./batch-ids.ts";
import { has } from "./bitmap.ts";
import type { Day } from "./day-file.ts";
import type { DayFiles } from "./day-files.ts";
import { prepare } from "./statement.ts";
import { type Candidates, candidatesFor } from "./trace-candidates.ts";
import { conditionsOf, selectTraces } from "./trace-conditions.ts";
import { numberOf, rowIdsOf, zoneOf } from "./trace-ids.ts";
import type { RawPacks } from "./trace-packs.ts";
import { partsIn } from "./trace-parts.ts";
import type { ShapedTraceRow } from "./trace-row.ts";
import { inSnapshot } from "./trace-snapshot.ts";
import { type Stretch, stretches } from "./trace-stretches.ts";

export type TraceSources = { files: DayFiles; packs: RawPacks; committedBatch: () => number };

/** One step: everything of the day from `downTo` on is done, and `row` is what it found there. */
export type Step = { downTo: number; row?: ShapedTraceRow };

/** More rows than this are not held at a time. */
const rowsAtOnce = 256;

/**
 * What a search finds in one day below a row, newest first. Who asks for steps decides when to stop. Between two steps
 * anything may happen, even that the day's file goes: that ends the walk.
 */
export function* walkDay(
  sources: TraceSources,
  filter: TraceFilter,
  day: Day,
  below: number,
): Generator<Step, void, void> {
  const plan = planFor(sources, filter, day, below);
  if (!plan) return;
  for (const stretch of stretches(plan.zones, below, rowIdsOf(filter.projectId)[0], plan.candidates?.possible)) {
    yield* walkStretch(sources, filter, day, stretch, plan.candidates);
    yield { downTo: stretch.from };
  }
}

type Plan = { zones: number[]; candidates: Candidates | undefined };

function planFor({ files, committedBatch }: TraceSources, filter: TraceFilter, day: Day, below: number) {
  const file = files.open(day);
  const [from] = rowIdsOf(filter.projectId);
  const { since = -Number.MAX_VALUE, until = Number.MAX_VALUE, projectId, query } = filter;
  return (
    file &&
    inSnapshot(file, committedBatch, (batch): Plan | undefined => {
      const last = file.traces.lastId.get(below, from);
      if (!last) return undefined;
      const zones = file.traces.zones.all(zoneOf(from), zoneOf(last.id), since, until).map(({ zone }) => zone);
      return { zones, candidates: candidatesFor(file.terms, projectId, query.terms, numberOf(last.id) + 1, batch) };
    })
  );
}

function* walkStretch(
  sources: TraceSources,
  filter: TraceFilter,
  day: Day,
  stretch: Stretch,
  candidates: Candidates | undefined,
): Generator<Step, void, void> {
  for (let { below } = stretch; ;) {
    const rows = rowsOf(sources, filter, day, { ...stretch, below });
    for (const row of rows) {
      const isSure = !candidates || !has(candidates.unsure, numberOf(row.id));
      const matches = isSure || spansMatch(sources, filter, day, row);
      yield { downTo: row.id, ...(matches && { row }) };
    }
    if (rows.length < rowsAtOnce) return;
    below = rows.at(-1)!.id;
  }
}

function rowsOf({ files, committedBatch }: TraceSources, filter: TraceFilter, day: Day, stretch: Stretch) {
  const file = files.open(day);
  if (!file) return [];
  const conditions = conditionsOf(filter);
  const select = prepare<ShapedTraceRow>(file.database, selectTraces(conditions, stretch.ids ? "list" : "range"));
  return inSnapshot(file, committedBatch, (batch) => {
    const { from, below, ids } = stretch;
    const half: SQLInputValue[] = [batch, from, below, ...(ids ? [ids] : []), ...conditions.values];
    return select.all(...half, ...half, rowsAtOnce);
  });
}

function spansMatch(sources: TraceSources, filter: TraceFilter, day: Day, { id }: ShapedTraceRow): boolean {
  const { files, packs, committedBatch } = sources;
  const file = files.open(day);
  if (!file) return false;
  return filter.matches(inSnapshot(file, committedBatch, (batch) => partsIn(file, packs, id, lastIdOf(batch))));
}
