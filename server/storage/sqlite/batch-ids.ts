/**
 * Rows of a telemetry file are numbered `batch × 65,536 + position`. One comparison of the primary
 * key then shows whether a row belongs to a committed batch, and an uncommitted batch is a range to
 * delete.
 */
const rowsPerBatch = 65_536;

/** Assigns the IDs of one batch in one file, ascending. */
export function batchIds(batch: number): () => number {
  let position = 0;
  return () => {
    if (position === rowsPerBatch)
      throw new Error(`A batch can have at most ${rowsPerBatch} rows per day`);
    return batch * rowsPerBatch + position++;
  };
}

/** The greatest ID of a row in this or an earlier batch. */
export const lastIdOf = (batch: number): number => (batch + 1) * rowsPerBatch - 1;

export const batchOf = (id: number): number => Math.floor(id / rowsPerBatch);
