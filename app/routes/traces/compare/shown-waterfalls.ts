import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";
import type { AnalyzedTrace } from "#server/domain/trace/timing/analyze.ts";
import { drawTrace, type TraceRow } from "#server/domain/trace/waterfall/draw-trace.ts";
import { type PackedDrawing, packed } from "../waterfall/packed-drawing.ts";
import type { SpanMarks } from "./span-marks.ts";

/** A trace's waterfall beside another's. `notes`: by span. `isPart`: only what is marked. */
export type ShownWaterfall = PackedDrawing & {
  notes: { [spanId: string]: string };
  isPart?: true;
};

/** Both fit on a screen; the trace's own page has every row. */
const limits = { wholeSpans: 40, wholeRows: 40, rowCap: 40, siblingCap: 20 };

type Side = { trace: AnalyzedTrace; summary: TraceSummary; marks: SpanMarks };

/**
 * Both on the same axis and in the same colors: of a large trace, the marked spans and those around
 * them.
 */
export function shownWaterfalls(a: Side, b: Side): { a: ShownWaterfall; b: ShownWaterfall } {
  const [first, second] = isFromServer(a) ? [b, a] : [a, b];
  const both: Both = {
    services: [...new Set([...first.trace.services, ...second.trace.services])],
    fromServer: isFromServer(a) && isFromServer(b),
    toMs: Math.max(a.trace.tree.durationMs, b.trace.tree.durationMs),
  };
  return { a: shown(a, both), b: shown(b, both) };
}

/** The services of a trace with browser spans come first, so that the browser has its color. */
type Both = { services: string[]; fromServer: boolean; toMs: number };

const isFromServer = ({ summary }: Side): boolean => summary.root.kind === "server";

function shown(
  { trace, summary, marks }: Side,
  { services, fromServer, toMs }: Both,
): ShownWaterfall {
  const view = {
    onlyErrors: false,
    open: [],
    closed: [],
    zoom: { fromMs: 0, toMs },
    raw: false,
    all: false,
    skip: 0,
  };
  const isLarge = trace.tree.nodes.length > limits.wholeSpans && marks.size > 0;
  const only = isLarge && { only: new Set(marks.keys()) };
  const drawing = drawTrace(trace, view, { ...limits, ...only });
  const placeOf = drawing.services.map((service) => services.indexOf(service));
  const rows = drawing.rows.map((row): TraceRow =>
    row.kind === "more" ? row : { ...row, service: placeOf[row.service]! },
  );
  const notes = [...marks].map(([{ span }, note]) => [span.spanId, note]);
  return {
    ...packed({ ...drawing, services, rows }, summary),
    fromServer,
    notes: Object.fromEntries(notes) as ShownWaterfall["notes"],
    ...(isLarge && { isPart: true }),
  };
}
