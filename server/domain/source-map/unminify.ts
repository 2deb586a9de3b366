import type { UnmappedReason } from "#server/domain/artifact/artifact.ts";
import type { Frame, FrameContext } from "#server/domain/event/error-event.ts";
import { isAnonymous } from "./function-name.ts";
import { enclosingFunction } from "./function-ranges.ts";
import type { Original, SourceMap } from "./source-map.ts";
import { isLibrary, sourcePath } from "./source-path.ts";

/** The map of a frame's file, or why there is none. Undefined: it needs none. */
type FindMap = (frame: Frame) => SourceMap | UnmappedReason | undefined;

const contextLines = 5;
const longestLine = 512;

type Found = { map: SourceMap; original: Original };

/**
 * Unminifies a stack, innermost frame first. Frames without a map are unchanged, with the reason.
 * In-app is determined again: sources in the map's `ignoreList` and in packages are not, regardless
 * of the SDK's value for the minified file.
 */
export function unminify(frames: Frame[], findMap: FindMap): Frame[] {
  const places = frames.map((frame) => placeOf(frame, findMap));
  return frames.map((frame, index) => {
    const place = places[index];
    if (place === undefined) return frame;
    return typeof place === "string" ? { ...frame, unmapped: place } : written(frame, place);
  });
}

function placeOf(frame: Frame, findMap: FindMap): Found | UnmappedReason | undefined {
  const map = findMap(frame);
  if (map === undefined || typeof map === "string") return map;
  if (frame.line === undefined || frame.column === undefined) return "no-position";
  const original = map.find(frame.line, frame.column);
  return original ? { map, original } : "not-in-map";
}

function written(frame: Frame, { map, original }: Found): Frame {
  const {
    function: minifiedName,
    file: minifiedFile,
    context: _built,
    absPath,
    unmapped: _reason,
    ...rest
  } = frame;
  const file = sourcePath(original.source);
  const name = nameOf(frame, { map, original });
  const context = contextAt(map.linesOf(original), original.line);
  const ran = absPath ?? minifiedFile;
  return {
    ...rest,
    ...(name !== undefined && { function: name }),
    file,
    ...(original.source !== file && { absPath: original.source }),
    line: original.line,
    column: original.column,
    inApp: !original.ignored && !isLibrary(file),
    ...(context && { context }),
    mapped: true,
    minified: {
      ...(minifiedName !== undefined && { function: minifiedName }),
      ...(ran !== undefined && { file: ran }),
      line: frame.line!,
      column: frame.column!,
    },
  };
}

/**
 * The name of the original function around the position. Callbacks and the top level have none, and
 * the built code's name would be wrong. If the source's functions are unknown, the sent name is
 * kept.
 */
function nameOf(frame: Frame, { map, original }: Found): string | undefined {
  const functions = map.functionsOf(original);
  if (!functions) return frame.function;
  const around = enclosingFunction(functions, original);
  if (around.kind === "function" && around.name !== undefined) return around.name;
  return isAnonymous(frame.function) ? frame.function : undefined;
}

function contextAt(lines: string[] | undefined, line: number): FrameContext | undefined {
  const at = lines?.[line - 1];
  if (lines === undefined || at === undefined) return undefined;
  const cut = (text: string) =>
    text.length > longestLine ? `${text.slice(0, longestLine)}…` : text;
  return {
    pre: lines.slice(Math.max(0, line - 1 - contextLines), line - 1).map(cut),
    line: cut(at),
    post: lines.slice(line, line + contextLines).map(cut),
  };
}
