import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";
import {
  hashOfShape,
  shapeName,
  shapeOf,
  type TraceShape,
  wordsOf,
} from "#server/storage/traces/shape.ts";
import type { Cell } from "#server/storage/sql.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { storedText } from "#server/storage/postgres/stored-text.ts";
import type { TraceDay } from "./day.postgres.ts";

type ShapeRow = { id: number; environment: string | null; shape: string };

const selectByHash = `SELECT id, environment, shape FROM trace_shapes
  WHERE lane = $1 AND day = $2 AND hash = ANY($3::bigint[])`;

/** Looks up the shapes of summaries, and caches the stored ones. */
export async function findShapes(
  query: Query,
  { lane, day, memory }: TraceDay,
  summaries: TraceSummary[],
): Promise<TraceShape[]> {
  const shapes = summaries.map(storedShape);
  const unknown = new Map(
    shapes.filter(({ name }) => !memory.shapes.has(name)).map((shape) => [shape.name, shape]),
  );
  if (unknown.size === 0) return shapes;
  const hashes = [...unknown.values()].map(hashOfShape);
  for (const row of await query<ShapeRow>(selectByHash, lane, day, hashes))
    memory.shapes.set(shapeName(row), row.id);
  return shapes;
}

function storedShape(summary: TraceSummary): TraceShape {
  const { environment } = summary;
  return shapeOf(
    environment === undefined ? summary : { ...summary, environment: storedText(environment) },
  );
}

/** Its row's number, after `findShapes`; a new row is added to `rows`. */
export function shapeId(
  day: TraceDay,
  shape: TraceShape,
  summary: TraceSummary,
  rows: Cell[][],
): number {
  const { memory, next } = day;
  const known = memory.shapes.get(shape.name);
  if (known !== undefined) return known;
  const id = next.shape++;
  rows.push([
    day.lane,
    hashOfShape(shape),
    day.day,
    id,
    shape.environment,
    wordsOf(summary),
    shape.shape,
  ]);
  memory.shapes.set(shape.name, id);
  memory.learnt.shapes.push(shape.name);
  return id;
}
