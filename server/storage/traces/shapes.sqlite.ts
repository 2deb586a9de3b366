import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";
import {
  hashOfShape,
  mostShapesRemembered,
  shapeOf,
  wordsOf,
} from "#server/storage/traces/shape.ts";
import type { TraceStatements } from "./statements.sqlite.ts";

/** Finds or creates the row of a summary's shape. For the writer of one file. */
export function shapeIds(statements: TraceStatements): (summary: TraceSummary) => number {
  const remembered = new Map<string, number>();

  return (summary) => {
    const known = shapeOf(summary);
    const { name, environment, shape } = known;
    const seen = remembered.get(name);
    if (seen !== undefined) return seen;
    const row = [hashOfShape(known), environment, shape] as const;
    const { id } =
      statements.shapeByText.get(...row) ??
      statements.insertShape.get(row[0], environment, wordsOf(summary), shape)!;
    if (remembered.size >= mostShapesRemembered) remembered.clear();
    remembered.set(name, id);
    return id;
  };
}
