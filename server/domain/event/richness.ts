import type { ErrorEvent } from "./error-event.ts";

/** How useful an event is as an example of its issue: the most needed data weighs most. */
export function richnessOf(event: ErrorEvent): number {
  const frames = event.exceptions.flatMap((exception) => exception.frames);
  return (
    (frames.some((frame) => frame.inApp) ? 4 : 0) +
    (frames.some((frame) => frame.context) ? 4 : 0) +
    (event.traceId ? 2 : 0) +
    (event.request ? 2 : 0) +
    (event.user ? 2 : 0) +
    (event.breadcrumbs.length > 0 ? 2 : 0) +
    (event.release ? 1 : 0) +
    (Object.keys(event.contexts).length > 1 ? 1 : 0)
  );
}
