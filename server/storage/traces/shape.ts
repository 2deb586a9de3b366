import { hash } from "node:crypto";
import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";
import { shapeText } from "./row.ts";

/** Names that are never the same twice would otherwise fill memory. */
export const mostShapesRemembered = 10_000;

/** What a summary has in common with others, and the name by which that is remembered. */
export type TraceShape = { name: string; environment: string | null; shape: string };

export function shapeOf(summary: TraceSummary): TraceShape {
  const shape = shapeText(summary);
  const environment = summary.environment ?? null;
  return { name: shapeName({ environment, shape }), environment, shape };
}

export const shapeName = ({ environment, shape }: Omit<TraceShape, "name">): string =>
  `${environment}\n${shape}`;

/** Searched for words, without case. */
export const wordsOf = ({ root }: TraceSummary): string => root.name.toLowerCase();

// 48 bits find the row; the text decides. An index on the text itself would hold it a second time.
export const hashOfShape = ({ name }: TraceShape): number =>
  Number.parseInt(hash("sha1", name).slice(0, 12), 16);
