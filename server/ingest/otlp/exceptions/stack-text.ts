import type { JsonObject } from "#server/domain/json.ts";
import { frameOf, readFrameLine } from "./stack-lines.ts";

/** One exception of a chain from its stack's text; frames are oldest first, as on Sentry's wire. */
type StackSection = { type?: string; value?: string; frames: JsonObject[] };

const maxText = 65_536;
const maxLineLength = 1_000;

/**
 * Parses a printed stack trace to exceptions, outermost first: V8, Firefox and Safari, Python,
 * Java, .NET, Ruby, PHP, Go. Includes causes if the language prints them (Java, Python). Text in
 * any other format becomes one section without frames.
 */
export function readStackText(text: string): StackSection[] {
  const lines = text
    .slice(0, maxText)
    .split("\n")
    .map((line) => line.slice(0, maxLineLength).trimEnd())
    .filter((line) => line !== "");
  if (lines.some((line) => pythonFrame.test(line))) return readPython(lines);
  return lines.some((line) => goPlace.test(line)) ? [readGo(lines)] : readNewestFirst(lines);
}

// `Caused by: com.shop.PriceException: no price`, also for suppressed exceptions of Java
const causedBy = /^\s*Caused by: (.*)$/;
// `TypeError: x is undefined`, `com.shop.PriceException`
const header = /^(?:Exception in thread ".*?" |Uncaught )?([A-Za-z_$][\w$.:]*?)(?:: (.*))?$/;

function readNewestFirst(lines: string[]): StackSection[] {
  const sections: StackSection[] = [];
  for (const line of lines) {
    const cause = causedBy.exec(line);
    if (cause) sections.push(sectionOf(cause[1]!));
    const frame = cause ? undefined : readFrameLine(line);
    if (sections.length === 0) sections.push(frame ? { frames: [] } : sectionOf(line));
    if (frame) sections.at(-1)!.frames.unshift(frame);
  }
  return sections;
}

function sectionOf(line: string): StackSection {
  const [, type, value] = header.exec(line) ?? [];
  return { ...(type && { type }), ...(value && { value }), frames: [] };
}

//   File "/app/cart.py", line 12, in total
const pythonFrame = /^\s*File "(.+?)", line (\d+)(?:, in (.+))?$/;

/** Causes come first, each as a traceback that ends in its type and message. */
function readPython(lines: string[]): StackSection[] {
  const sections: StackSection[] = [];
  let frames: JsonObject[] = [];
  for (const line of lines) {
    const [, file, lineNumber, name] = pythonFrame.exec(line) ?? [];
    if (file !== undefined)
      frames.push(frameOf({ filename: file, lineno: lineNumber, function: name }));
    else if (/^\s/.test(line)) addSource(frames.at(-1), line);
    else if (frames.length > 0) {
      sections.unshift({ ...sectionOf(line), frames });
      frames = [];
    }
  }
  if (frames.length > 0) sections.unshift({ frames });
  return sections;
}

/** The source line follows its frame; a line of carets may follow it. */
function addSource(frame: JsonObject | undefined, line: string): void {
  if (frame && !("context_line" in frame) && !/^[\s~^]+$/.test(line))
    frame["context_line"] = line.trim();
}

// `	/app/cart.go:12 +0x1d`, below the line with the function
const goPlace = /^\t(\S.*?\.go):(\d+)(?: \+0x[0-9a-f]+)?$/;

function readGo(lines: string[]): StackSection {
  const frames: JsonObject[] = [];
  lines.forEach((line, index) => {
    const [, file, lineNumber] = goPlace.exec(line) ?? [];
    if (file === undefined) return;
    const called = /^(?:created by )?(.+?)(?:\([^()]*\))?(?: in goroutine \d+)?$/.exec(
      lines[index - 1] ?? "",
    )?.[1];
    const inApp = !/\/go\/pkg\/mod\/|\/go\/src\/(?:runtime|net|os|sync|reflect)\//.test(file);
    frames.unshift(
      frameOf({ filename: file, lineno: lineNumber, function: called, in_app: inApp }),
    );
  });
  return { frames };
}
