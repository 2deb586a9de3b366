import type { TraceDrawing, TraceRow } from "#server/domain/trace/waterfall/draw-trace.ts";
import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";

/**
 * A drawing on its way to the browser for hydration. The rows are one string: the router's data
 * format needs an index per value, and there are about ten thousand.
 */
export type PackedDrawing = Omit<TraceDrawing, "rows"> & {
  rows: string;
  /**
   * The first server has no browser span before it: the browser hue is skipped, so that servers are
   * blue here, too.
   */
  fromServer: boolean;
};

export const packed = ({ rows, ...rest }: TraceDrawing, { root }: TraceSummary): PackedDrawing => ({
  ...rest,
  rows: JSON.stringify(rows),
  fromServer: root.kind === "server",
});

export const unpackedRows = ({ rows }: PackedDrawing): TraceRow[] => JSON.parse(rows) as TraceRow[];
