import type { ErrorEvent, Frame } from "#server/domain/event/error-event.ts";
import type { Notice } from "#server/domain/notice/notice.ts";

const mostFrames = 3;

/** The application's own frames of what was thrown, innermost first; where there are none, the first of all. */
export function frameFacts(event: Pick<ErrorEvent, "exceptions" | "threads">): Notice["facts"] {
  const frames = event.exceptions.at(-1)?.frames ?? event.threads[0]?.frames ?? [];
  const own = frames.filter(({ inApp }) => inApp);
  return (own.length > 0 ? own : frames)
    .slice(0, mostFrames)
    .map((frame, index) => ({ label: index === 0 ? "Thrown in" : "Called by", value: frameLine(frame) }));
}

/** `submitOrder (src/checkout.ts:42:7)`. */
function frameLine({ function: name, file, absPath, module, line, column }: Frame): string {
  const place = [file ?? absPath ?? module, line, column].filter((part) => part !== undefined).join(":");
  return place === "" ? (name ?? "(unknown)") : `${name && name !== "?" ? name : "(anonymous)"} (${place})`;
}
