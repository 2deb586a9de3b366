import type { TraceDrawing, TraceRow } from "#server/domain/trace/draw-trace.ts";

/**
 * A drawing on its way to the browser, where scripts take over with what a loader returned. The rows travel as one text:
 * the router's data format spends an index on every value, and there are some ten thousand of them.
 */
export type PackedDrawing = Omit<TraceDrawing, "rows"> & { rows: string };

export const packed = ({ rows, ...rest }: TraceDrawing): PackedDrawing => ({ ...rest, rows: JSON.stringify(rows) });

export const unpackedRows = ({ rows }: PackedDrawing): TraceRow[] => JSON.parse(rows) as TraceRow[];
