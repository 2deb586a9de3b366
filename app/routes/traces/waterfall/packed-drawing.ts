import type { TraceDrawing, TraceRow } from "#server/domain/trace/waterfall/draw-trace.ts";
import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";

/**
 * A drawing on its way to the browser, where scripts take over with what a loader returned. The
 * rows travel as one text: the router's data format spends an index on every value, and there are
 * some ten thousand of them.
 */
export type PackedDrawing = Omit<TraceDrawing, "rows"> & {
  rows: string;
  /**
   * No browser took part before the first server: its hue is left out, so that servers are blue
   * here, too.
   */
  fromServer: boolean;
};

export const packed = ({ rows, ...rest }: TraceDrawing, { root }: TraceSummary): PackedDrawing => ({
  ...rest,
  rows: JSON.stringify(rows),
  fromServer: root.kind === "server",
});

export const unpackedRows = ({ rows }: PackedDrawing): TraceRow[] => JSON.parse(rows) as TraceRow[];
