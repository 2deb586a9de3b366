import type { ErrorEvent, Exception, Frame } from "./error-event.ts";
import { firstLine } from "./first-line.ts";

/**
 * Kinds of lines in the searched text, by first character. Part of the file format: append, never
 * change.
 */
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
 * Searched text of an issue besides title and culprit: types and messages of exceptions in the
 * chain, the logged message, and files, functions, and modules of in-app frames (all frames if none
 * is in-app). Lines without duplicates.
 */
export function searchedText(event: ErrorEvent): string {
  const lines = new Set<string>();
  for (const { type, value } of event.exceptions.slice(0, 10)) {
    add(lines, "error.type", type);
    add(lines, "message", value);
  }
  add(lines, "message", event.message);
  return within([...lines, ...linesOfStacks(stacksOf(event))]);
}

function add(lines: Set<string>, mark: keyof typeof searchedMarks, text: string | undefined): void {
  const line = text && firstLine(text).slice(0, longestLine);
  if (line) lines.add(searchedMarks[mark] + line);
}

type Stack = readonly Frame[];

function stacksOf({ exceptions, threads }: ErrorEvent): Stack[] {
  const stacks: Pick<Exception, "frames">[] = exceptions.some(({ frames }) => frames.length > 0)
    ? exceptions
    : threads.filter(({ crashed, current }) => crashed || current);
  return stacks.map(({ frames }) => frames);
}

/**
 * By their first frame. Known stacks share frame objects (`ingest/known-stack.ts`); reading them
 * takes 12 µs (measured).
 */
const known = new WeakMap<Stack, { stacks: Stack[]; lines: string[] }>();

function linesOfStacks(stacks: Stack[]): string[] {
  const [first] = stacks;
  if (!first) return [];
  const before = known.get(first);
  if (
    before?.stacks.length === stacks.length &&
    before.stacks.every((each, at) => each === stacks[at])
  )
    return before.lines;
  const lines = readStacks(stacks);
  known.set(first, { stacks, lines });
  return lines;
}

function readStacks(stacks: Stack[]): string[] {
  const lines = new Set<string>();
  const frames = stacks.flat();
  const own = frames.filter(({ inApp }) => inApp);
  for (const frame of (own.length > 0 ? own : frames).slice(0, mostFrames)) {
    add(lines, "stack.filename", frame.file ?? frame.absPath);
    if (!unknownFunction.test(frame.function ?? "?")) add(lines, "stack.function", frame.function);
    add(lines, "stack.module", frame.module);
  }
  return [...lines];
}

/** As many whole lines as fit. */
function within(lines: string[]): string {
  let left = longestText;
  const kept = lines.filter((line) => (left -= line.length + 1) >= 0);
  return kept.length > 0 ? `${kept.join("\n")}\n` : "";
}
