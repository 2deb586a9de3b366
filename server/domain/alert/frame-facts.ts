import type { ErrorEvent, Frame } from "#server/domain/event/error-event.ts";
import type { Notice, StackExcerpt } from "#server/domain/notice/notice.ts";

const mostFrames = 3;
/** Of source, to each side of the failing line. */
const mostLines = 3;
const longestLine = 200;

type Stacks = Pick<ErrorEvent, "exceptions" | "threads">;

export function frameFacts(event: Stacks): Notice["facts"] {
  return ownFrames(event).map((frame, index) => ({
    label: index === 0 ? "Thrown in" : "Called by",
    value: frameLine(frame),
  }));
}

/** To be spread into a notice: nothing, where the event has no stack. */
export function stackExcerpt(event: Stacks | undefined): Pick<Notice, "stack"> {
  const frames = event ? ownFrames(event) : [];
  if (frames.length === 0) return {};
  return { stack: { frames: frames.map(frameLine), ...sourceOf(frames[0]!) } };
}

function sourceOf({ context, line }: Frame): Pick<StackExcerpt, "source"> {
  if (!context || line === undefined) return {};
  const pre = context.pre.slice(-mostLines);
  const lines = [...pre, context.line, ...context.post.slice(0, mostLines)];
  const shown = lines.map((text) =>
    text.length > longestLine ? `${text.slice(0, longestLine - 1)}…` : text,
  );
  return { source: { first: line - pre.length, lines: shown, failing: pre.length } };
}

/**
 * The application's own frames of what was thrown, innermost first; where there are none, the first
 * of all.
 */
function ownFrames(event: Stacks): Frame[] {
  const frames = event.exceptions.at(-1)?.frames ?? event.threads[0]?.frames ?? [];
  const own = frames.filter(({ inApp }) => inApp);
  return (own.length > 0 ? own : frames).slice(0, mostFrames);
}

/** `submitOrder (src/checkout.ts:42:7)`. */
function frameLine({ function: name, file, absPath, module, line, column }: Frame): string {
  const place = [file ?? absPath ?? module, line, column]
    .filter((part) => part !== undefined)
    .join(":");
  return place === ""
    ? (name ?? "(unknown)")
    : `${name && name !== "?" ? name : "(anonymous)"} (${place})`;
}
