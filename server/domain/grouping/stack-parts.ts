import type { Frame } from "#server/domain/event/error-event.ts";
import { frameKey } from "./frame-key.ts";
import type { GroupingPart } from "./grouping.ts";
import type { PlatformRules } from "./platform-rules.ts";

export type TakeFrames = "in-app" | "all";

/** One part per frame, innermost first, with whether it counts, or why not. */
export function stackParts(
  frames: Frame[],
  rules: PlatformRules,
  take: TakeFrames,
): GroupingPart[] {
  const parts: GroupingPart[] = [];
  let previous: string | undefined;
  for (const frame of frames) {
    if (take === "in-app" && !frame.inApp) {
      parts.push(left(printFrame(frame), "not in-app"));
      continue;
    }
    const { key, remark } = frameKey(frame, rules);
    if (key === undefined) parts.push(left(printFrame(frame), remark));
    else if (key === previous) parts.push(left(key, "repeats the previous frame"));
    else parts.push({ label: "frame", value: (previous = key), counts: true });
  }
  const isUseless = frames.length === 1 && parts[0]!.counts && rules.isLoneUnnamed?.(frames[0]!);
  return isUseless ? parts.map((part) => left(part.value, "only the script URL")) : parts;
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
