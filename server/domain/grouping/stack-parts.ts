import type { Frame } from "#server/domain/event/error-event.ts";
import { frameKey, isJavascript } from "./frame-key.ts";
import type { GroupingPart } from "./grouping.ts";

export type TakeFrames = "in-app" | "all";

/** One part per frame, innermost first, with whether it counts, or why not. */
export function stackParts(frames: Frame[], platform: string, take: TakeFrames): GroupingPart[] {
  const parts: GroupingPart[] = [];
  let previous: string | undefined;
  for (const frame of frames) {
    if (take === "in-app" && !frame.inApp) {
      parts.push(left(printFrame(frame), "not in-app"));
      continue;
    }
    const { key, remark } = frameKey(frame, platform);
    if (key === undefined) parts.push(left(printFrame(frame), remark));
    else if (key === previous) parts.push(left(key, "repeats the previous frame"));
    else parts.push({ label: "frame", value: (previous = key), counts: true });
  }
  return isLoneUnnamed(frames, parts, platform)
    ? parts.map((part) => left(part.value, "only the script URL"))
    : parts;
}

const left = (value: string, remark: string): GroupingPart => ({
  label: "frame",
  value,
  counts: false,
  remark,
});

function printFrame({ file, module, function: name }: Frame): string {
  const place = module ?? file ?? "?";
  return name ? `${place} · ${name}` : place;
}

/**
 * The single frame that a browser reports for an error without a stack: the URL of page or script,
 * without a function.
 */
function isLoneUnnamed(frames: Frame[], parts: GroupingPart[], platform: string): boolean {
  const [frame] = frames;
  if (frames.length !== 1 || !parts[0]!.counts || !isJavascript(platform)) return false;
  return (
    (frame!.function === undefined || frame!.function === "?") &&
    /^[a-z]+:\/\//i.test(frame!.absPath ?? frame!.file ?? "") &&
    !frame!.context
  );
}
