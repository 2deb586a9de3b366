import type { SpanId } from "#server/domain/ids.ts";
import { type TraceView, wholeMicroseconds } from "./trace-view.ts";

// Changes by a waterfall's links: each returns the resulting view. `printTraceView` makes its URL.

/** The span and its descendants. Resets paging and zoom. */
export const focusOn = (view: TraceView, spanId: SpanId): TraceView => ({
  ...zoomOut(view),
  focus: spanId,
  closed: without(view.closed, spanId),
  skip: 0,
});

/** The whole trace: no focus, no zoom. Folds and filters stay. */
export function unfocus(view: TraceView): TraceView {
  const whole = { ...zoomOut(view), skip: 0 };
  delete whole.focus;
  return whole;
}

/** Shows the children of a span. */
export const expand = (view: TraceView, spanId: SpanId): TraceView => ({
  ...view,
  open: [...without(view.open, spanId), spanId],
  closed: without(view.closed, spanId),
});

export const collapse = (view: TraceView, spanId: SpanId): TraceView => ({
  ...view,
  open: without(view.open, spanId),
  closed: [...without(view.closed, spanId), spanId],
});

/** Shows the siblings of a fold one by one. */
export const unfold = (view: TraceView, key: string): TraceView => ({
  ...view,
  open: [...without(view.open, key), key],
  closed: without(view.closed, key),
});

/** Also stored as closed, so that an opened span inside doesn't unfold it again. */
export const refold = (view: TraceView, key: string): TraceView => ({
  ...view,
  open: without(view.open, key),
  closed: [...without(view.closed, key), key],
});

/** A time range; a point in time is widened to be visible. */
export function zoomTo(view: TraceView, fromMs: number, toMs: number): TraceView {
  const from = wholeMicroseconds(Math.max(0, fromMs));
  return {
    ...view,
    zoom: { fromMs: from, toMs: Math.max(wholeMicroseconds(toMs), wholeMicroseconds(from + 0.01)) },
  };
}

export function zoomOut(view: TraceView): TraceView {
  const whole = { ...view };
  delete whole.zoom;
  return whole;
}

export const toggleErrors = (view: TraceView): TraceView => ({
  ...view,
  onlyErrors: !view.onlyErrors,
  skip: 0,
});

/** Times as sent or corrected. A time range differs between the two clocks. */
export const toggleRaw = (view: TraceView): TraceView => ({ ...zoomOut(view), raw: !view.raw });

export const toggleAll = (view: TraceView): TraceView => ({ ...view, all: !view.all, skip: 0 });

export const skipTo = (view: TraceView, skip: number): TraceView => ({ ...view, skip });

const without = <Key>(keys: Key[], key: string): Key[] => keys.filter((each) => each !== key);
