import type { eventData } from "#server/http/data/event.ts";
import type { ContentOf } from "#server/http/data/routes.ts";
import { fenced, inLine } from "./written.ts";

type Stack = Pick<ContentOf<typeof eventData>["exceptions"][number], "frames" | "framesOmitted">;
type Frame = Stack["frames"][number];

const most = { frames: 40, withSource: 4 };

/** Innermost first, like pages; the application's first frames include source. */
export function writeStack({ frames, framesOmitted }: Stack): string {
  if (frames.length === 0) return "No stack trace.";
  const withSource = new Set(
    frames.filter(({ inApp, context }) => inApp && context).slice(0, most.withSource),
  );
  const lines = frames
    .slice(0, most.frames)
    .flatMap((frame) => [frameLine(frame), ...(withSource.has(frame) ? sourceLines(frame) : [])]);
  const left = Math.max(0, frames.length - most.frames) + framesOmitted;
  return fenced([...lines, ...(left > 0 ? [`${left} more frames`] : [])].join("\n"));
}

function frameLine({ function: name, module, file, line, column, inApp, unmapped }: Frame): string {
  const place = [file ?? module ?? "?", line, column].filter((part) => part !== null).join(":");
  const remarks = [!inApp && "library", unmapped && "not mapped"].filter(Boolean).join(", ");
  return inLine(`at ${name ?? "(anonymous)"} (${place})${remarks && ` [${remarks}]`}`);
}

/** `>` marks the executing line. */
function sourceLines({ line, context }: Frame): string[] {
  if (!context) return [];
  const { pre, line: running, post } = context;
  const first = (line ?? 0) - pre.length;
  return [...pre, running, ...post].map((text, index) => {
    const mark = index === pre.length ? ">" : " ";
    const number = line === null ? "" : String(first + index).padStart(5);
    return `  ${mark}${number} | ${text.slice(0, 300).replace(/\r?\n/g, " ").trimEnd()}`;
  });
}
