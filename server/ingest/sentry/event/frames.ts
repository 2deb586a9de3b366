import type { Frame, FrameContext, Note } from "#server/domain/event/error-event.ts";
import { isObject, type Json, type JsonObject, textOf } from "#server/domain/json.ts";
import { knownStackOf, type Stack } from "#server/ingest/known-stack.ts";
import { isInApp } from "./in-app.ts";
import { booleanOf, naturalOf, objectsOf, trimmedText } from "./lenient.ts";
import { noteDropped, noteTrimmed } from "./notes.ts";

/** Frames per stack; of a longer one, the outermost and the innermost half are kept. */
const maxFrames = 250;
const maxName = 256;

/** A stack trace, innermost frame first: the reverse of the wire. */
export function readStack(
  stacktrace: Json | undefined,
  platform: string,
  path: string,
  notes: Note[],
): Stack {
  if (stacktrace === undefined || stacktrace === null) return { frames: [] };
  const known = knownStackOf(stacktrace);
  const before = known?.readings.get(platform);
  if (before) return before;
  const noted = notes.length;
  const stack = read(stacktrace, platform, path, notes);
  // A note contains the position in its event, so a stack with notes is not cached.
  if (notes.length === noted) known?.readings.set(platform, stack);
  return stack;
}

function read(stacktrace: Json, platform: string, path: string, notes: Note[]): Stack {
  const list = isObject(stacktrace) ? stacktrace["frames"] : stacktrace;
  const framesPath = isObject(stacktrace) ? `${path}.frames` : path;
  const sent = objectsOf(list, framesPath, notes);
  const kept = sent.length <= maxFrames ? sent : ends(sent, framesPath, notes);
  const frames: Frame[] = [];
  for (let index = kept.length - 1; index >= 0; index--)
    frames.push(readFrame(kept[index]!, platform, framesPath, notes));
  return kept === sent ? { frames } : { frames, framesOmitted: sent.length - kept.length };
}

function ends(sent: JsonObject[], path: string, notes: Note[]): JsonObject[] {
  noteTrimmed(notes, path, maxFrames, sent.length, "frames, the first and the last");
  return [...sent.slice(0, maxFrames / 2), ...sent.slice(-maxFrames / 2)];
}

function readFrame(sent: JsonObject, eventPlatform: string, path: string, notes: Note[]): Frame {
  const platform = textOf(sent["platform"]) ?? eventPlatform;
  const file = textOf(sent["filename"]);
  const absPath = textOf(sent["abs_path"]);
  const module = trimmedText(sent["module"], maxName, `${path}.module`, notes);
  const origin = { file: file ?? "", absPath: absPath ?? "", module: module ?? "", package: "" };
  const frame: Frame = { inApp: isInApp(booleanOf(sent["in_app"]), platform, origin) };
  const name = trimmedText(sent["function"], maxName, `${path}.function`, notes);
  const line = naturalOf(sent["lineno"]);
  const column = naturalOf(sent["colno"]);
  const context = readContext(sent);
  const vars =
    sent["vars"] === undefined || sent["vars"] === null
      ? undefined
      : readVars(sent["vars"], path, notes);
  const packageName = textOf(sent["package"]);
  if (name !== undefined) frame.function = name;
  if (module !== undefined) frame.module = module;
  if (file !== undefined || absPath !== undefined) frame.file = file ?? absPath!;
  if (absPath !== undefined && absPath !== frame.file) frame.absPath = absPath;
  if (line !== undefined) frame.line = line;
  if (column !== undefined) frame.column = column;
  if (context) frame.context = context;
  if (vars) frame.vars = vars;
  if (packageName !== undefined) frame.package = packageName;
  return frame;
}

function readContext(sent: JsonObject): FrameContext | undefined {
  const line = sent["context_line"];
  if (typeof line !== "string") return undefined;
  return {
    pre: linesOf(sent["pre_context"]),
    line: withoutLineEnd(line),
    post: linesOf(sent["post_context"]),
  };
}

// Old Ruby clients send null for lines beyond the file's ends.
function linesOf(value: Json | undefined): string[] {
  if (!Array.isArray(value)) return [];
  const lines: string[] = [];
  for (const line of value) if (typeof line === "string") lines.push(withoutLineEnd(line));
  return lines;
}

const withoutLineEnd = (line: string) => (line.endsWith("\n") ? line.replace(/\r?\n$/, "") : line);

function readVars(value: Json, path: string, notes: Note[]): { [name: string]: Json } | undefined {
  if (isObject(value)) return value;
  if (Array.isArray(value)) return Object.fromEntries(value.entries());
  noteDropped(notes, `${path}.vars`, "expected an object");
  return undefined;
}
