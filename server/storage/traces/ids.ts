import type { ProjectId, SpanId, TraceId } from "#server/domain/ids.ts";

/**
 * A trace's row ID in a day's file is project × 2^32 + its running number: the rows of a project
 * are one range, oldest first, and one integer identifies a trace in every table. Exact up to
 * project 2,097,151.
 */
const numbersPerProject = 2 ** 32;

/** Number of adjacent traces that share a row of `trace_zones`. */
export const zoneSize = 4_096;

/**
 * Number of adjacent traces whose IDs are together in the index: `id >> 15` (`traces_by_trace_id`
 * in tables.ts).
 */
export const bucketSize = 2 ** 15;

export const traceRowId = (projectId: ProjectId, number: number): number =>
  projectId * numbersPerProject + number;
export const numberOf = (rowId: number): number => rowId % numbersPerProject;
export const projectOf = (rowId: number): ProjectId =>
  Math.floor(rowId / numbersPerProject) as ProjectId;
export const bucketOf = (rowId: number): number => Math.floor(rowId / bucketSize);
export const zoneOf = (rowId: number): number => Math.floor(rowId / zoneSize);

/** Row IDs that a project can have: from the first up to but not including the second. */
export const rowIdsOf = (projectId: ProjectId): [from: number, below: number] => [
  traceRowId(projectId, 0),
  traceRowId(projectId, numbersPerProject),
];

export const traceIdText = (bytes: Uint8Array): TraceId => hexOf(bytes) as TraceId;
export const spanIdText = (bytes: Uint8Array): SpanId => hexOf(bytes) as SpanId;

/** Half the size of the digits. Throws if the text is not this many bytes of hexadecimal. */
export function bytesOfId(id: TraceId | SpanId, length: 16 | 8): Uint8Array {
  const bytes = Buffer.from(id, "hex");
  if (bytes.length !== length)
    throw new Error(`${JSON.stringify(id)} is not an ID of ${length} bytes`);
  return bytes;
}

const hexOf = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
