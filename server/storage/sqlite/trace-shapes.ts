import { hash } from "node:crypto";
import type { TraceSummary } from "#server/domain/trace/summary.ts";
import { shapeText } from "#server/storage/layout/trace-row.ts";
import type { TraceStatements } from "./trace-statements.ts";

/** Names that are never the same twice would otherwise fill memory. */
const mostRemembered = 10_000;

/** The row of what a summary has in common with others, found or made. For the writer of one file. */
export function shapeIds(statements: TraceStatements): (summary: TraceSummary) => number {
  const remembered = new Map<string, number>();

  return (summary) => {
    const shape = shapeText(summary);
    const environment = summary.environment ?? null;
    const name = `${environment}\n${shape}`;
    const known = remembered.get(name);
    if (known !== undefined) return known;
    const row = [hashOf(name), environment, shape] as const;
    const { id } =
      statements.shapeByText.get(...row) ??
      statements.insertShape.get(row[0], environment, summary.root.name.toLowerCase(), shape)!;
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(name, id);
    return id;
  };
}

// 48 bits find the row; the text decides. An index on the text itself would hold it a second time.
const hashOf = (text: string) => Number.parseInt(hash("sha1", text).slice(0, 12), 16);
