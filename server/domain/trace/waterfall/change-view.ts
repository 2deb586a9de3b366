import type { SpanId } from "#server/domain/ids.ts";
import { type TraceView, wholeMicroseconds } from "./trace-view.ts";

// What the links of a waterfall do: each makes the view that the link leads to. `printTraceView`
// makes its address.

/**
 * The span and what is below it. Where one had paged to is forgotten, and the time it was zoomed
 * to.
 */
export const focusOn = (view: TraceView, spanId: SpanId): TraceView => ({
  ...zoomOut(view),
  focus: spanId,
  closed: without(view.closed, spanId),
  skip: 0,
});

/** The whole trace again: neither focus nor zoom. What was folded, closed or filtered stays so. */
export function unfocus(view: TraceView): TraceView {
  const whole = { ...zoomOut(view), skip: 0 };
  delete whole.focus;
  return whole;
}

/** Shows what is below a span. */
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
});

export const refold = (view: TraceView, key: string): TraceView => ({
  ...view,
  open: without(view.open, key),
});

/** A stretch of time; an instant is widened so that it can be seen. */
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

/** Times as sent or corrected. A stretch of time is another one on the other clock. */
export const toggleRaw = (view: TraceView): TraceView => ({ ...zoomOut(view), raw: !view.raw });

export const toggleAll = (view: TraceView): TraceView => ({ ...view, all: !view.all, skip: 0 });

export const skipTo = (view: TraceView, skip: number): TraceView => ({ ...view, skip });

const without = <Key>(keys: Key[], key: string): Key[] => keys.filter((each) => each !== key);
