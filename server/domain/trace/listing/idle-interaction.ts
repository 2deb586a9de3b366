import type { TraceSummary } from "./summary.ts";

/** Span names of OpenTelemetry's user-interaction instrumentation: DOM event names. */
export const interactionNames: readonly string[] = [
  "click",
  "dblclick",
  "submit",
  "change",
  "input",
  "keydown",
  "keyup",
  "keypress",
  "mousedown",
  "mouseup",
  "pointerdown",
  "pointerup",
  "touchstart",
  "touchend",
];

/** A handler that returns within a frame causes no visible delay. */
export const idleBelowMs = 16;

/**
 * Whether a trace is a click or key press without effect: no request, navigation, error, or long
 * handler. OpenTelemetry records a trace per event with a handler. A later request makes it an
 * ordinary trace.
 */
export const isIdle = ({
  root,
  startedAt,
  endedAt,
  spanCount,
  errorCount,
}: TraceSummary): boolean =>
  spanCount === 1 &&
  errorCount === 0 &&
  endedAt - startedAt < idleBelowMs &&
  root.kind === "internal" &&
  interactionNames.includes(root.name);
