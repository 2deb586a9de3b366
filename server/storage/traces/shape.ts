import { hash } from "node:crypto";
import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";
import { shapeText } from "./row.ts";

/** Bounds memory for names that never repeat. */
export const mostShapesRemembered = 10_000;

/** The part that a summary has in common with others, and its cache key. */
export type TraceShape = { name: string; environment: string | null; shape: string };

export function shapeOf(summary: TraceSummary): TraceShape {
  const shape = shapeText(summary);
  const environment = summary.environment ?? null;
  return { name: shapeName({ environment, shape }), environment, shape };
}

export const shapeName = ({ environment, shape }: Omit<TraceShape, "name">): string =>
  `${environment}\n${shape}`;

/** Searched for words, case-insensitive. */
export const wordsOf = ({ root }: TraceSummary): string => root.name.toLowerCase();

// 48 bits find the row; the text decides. An index on the text would store it twice.
export const hashOfShape = ({ name }: TraceShape): number =>
  Number.parseInt(hash("sha1", name).slice(0, 12), 16);
