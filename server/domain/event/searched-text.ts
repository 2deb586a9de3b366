import type { ErrorEvent, Exception, Frame } from "./error-event.ts";
import { firstLine } from "./first-line.ts";

/** What a line of the searched text says, by its first character. Part of the file format: append, never change. */
export const searchedMarks = {
  "stack.filename": "\u0001",
  "stack.function": "\u0002",
  "error.type": "\u0003",
  message: "\u0004",
  "stack.module": "\u0005",
} as const;

const mostFrames = 30;
const longestLine = 200;
const longestText = 2_000;
const unknownFunction = /^\?$|^<(?:unknown|anonymous)>$/;

/**
 * What an issue is found by beside its title and culprit: types and messages of the exceptions in the chain, the message that was
 * logged, and files, functions and modules of the application's own frames (of all, where none is its own). Lines, each once.
 */
export function searchedText(event: ErrorEvent): string {
  const lines = new Set<string>();
  for (const { type, value } of event.exceptions.slice(0, 10)) {
    add(lines, "error.type", type);
    add(lines, "message", value);
  }
  add(lines, "message", event.message);
  for (const frame of framesOf(event)) {
    add(lines, "stack.filename", frame.file ?? frame.absPath);
    if (!unknownFunction.test(frame.function ?? "?")) add(lines, "stack.function", frame.function);
    add(lines, "stack.module", frame.module);
  }
  return within([...lines]);
}

function add(lines: Set<string>, mark: keyof typeof searchedMarks, text: string | undefined): void {
  const line = text && firstLine(text).slice(0, longestLine);
  if (line) lines.add(searchedMarks[mark] + line);
}

function framesOf({ exceptions, threads }: ErrorEvent): Frame[] {
  const stacks: Pick<Exception, "frames">[] = exceptions.some(({ frames }) => frames.length > 0)
    ? exceptions
    : threads.filter(({ crashed, current }) => crashed || current);
  const frames = stacks.flatMap((stack) => stack.frames);
  const own = frames.filter(({ inApp }) => inApp);
  return (own.length > 0 ? own : frames).slice(0, mostFrames);
}

/** Whole lines, as many as fit. */
function within(lines: string[]): string {
  let left = longestText;
  return lines.flatMap((line) => ((left -= line.length + 1) >= 0 ? `${line}\n` : [])).join("");
}
