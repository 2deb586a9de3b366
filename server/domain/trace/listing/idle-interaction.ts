import type { TraceSummary } from "./summary.ts";

/**
 * Names that OpenTelemetry's user-interaction instrumentation gives its spans: those of the DOM's
 * events.
 */
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

/** A handler that returns within a frame of the screen delays nothing that a user can see. */
export const idleBelowMs = 16;

/**
 * Whether a trace is a click or key press that led to nothing: no request, no navigation, no error,
 * no long handler. OpenTelemetry records a trace for each event that has a handler. A request that
 * comes later makes it a trace like any other.
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
