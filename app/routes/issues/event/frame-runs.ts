import type { Frame } from "#server/domain/event/error-event.ts";
import { isExtensionUrl } from "#server/domain/event/extension-frame.ts";

/** A stack as shown: single frames, and runs of library frames collapsed into a line. */
export type FrameRun =
  | { kind: "frame"; frame: Frame }
  | { kind: "folded"; frames: Frame[]; libraries: string[] };

/** Minimum number of hidden frames: a line for two would save nothing. */
const leastFolded = 2;

/**
 * Each in-app frame is shown. Of a run of library frames, the innermost is shown, which the
 * application called or was called by; the rest is collapsed. A stack without in-app frames is not
 * collapsed at its top.
 */
export function frameRuns(frames: Frame[]): FrameRun[] {
  const runs: FrameRun[] = [];
  for (const run of libraryRuns(frames)) {
    const [first, ...rest] = run;
    runs.push({ kind: "frame", frame: first! });
    if (rest.length >= leastFolded)
      runs.push({ kind: "folded", frames: rest, libraries: librariesOf(rest) });
    else runs.push(...rest.map((frame) => ({ kind: "frame" as const, frame })));
  }
  return runs;
}

/** Adjacent library frames together; each in-app frame alone. */
function libraryRuns(frames: Frame[]): Frame[][] {
  const runs: Frame[][] = [];
  for (const frame of frames) {
    const last = runs.at(-1);
    if (last && !frame.inApp && !last[0]!.inApp) last.push(frame);
    else runs.push([frame]);
  }
  return runs;
}

function librariesOf(frames: Frame[]): string[] {
  return [...new Set(frames.flatMap((frame) => libraryOf(frame) ?? []))];
}

const inPackages =
  /(?:^|\/)(?:node_modules|site-packages|dist-packages|gems)\/((?:@[^/]+\/)?[^/]+)/g;

/**
 * A frame's package: the innermost `node_modules` or equivalent in the path; `node` for Node's own.
 */
export function libraryOf({ package: named, file, absPath, module }: Frame): string | undefined {
  if (named) return named;
  const path = absPath ?? file ?? "";
  if (isExtensionUrl(path)) return "browser extensions";
  const innermost = [...path.matchAll(inPackages)].at(-1)?.[1];
  if (innermost) return innermost.replace(/\.py$/, "");
  if (path.startsWith("node:")) return "node";
  return module?.split(".")[0] || undefined;
}

/** `4 more frames in react-router`; of more than two libraries, the first are named. */
export function foldedSentence({
  frames,
  libraries,
}: {
  frames: Frame[];
  libraries: string[];
}): string {
  const named = libraries.slice(0, 2).join(", ") + (libraries.length > 2 ? " and others" : "");
  return `${frames.length} more frames${named && ` in ${named}`}`;
}
