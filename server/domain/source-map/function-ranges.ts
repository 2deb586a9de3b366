/** A position in an original source, both 1-based, as in stack frames. */
export type Position = { line: number; column: number };

/**
 * A function's range in the source, and its name in stack traces. An anonymous function has none.
 */
export type FunctionRange = { start: Position; end: Position; name?: string };

/** What encloses a position: a function, or the module's top level. */
type Enclosing = { kind: "function"; name?: string } | { kind: "module" };

/**
 * The innermost function around a position. Code never runs at the first character of its own
 * function (`function`, the parameter of an arrow), so a position there belongs to the enclosing
 * function: it is the call of `(() => …)()`.
 */
export function enclosingFunction(ranges: readonly FunctionRange[], position: Position): Enclosing {
  let innermost: FunctionRange | undefined;
  for (const range of ranges) {
    if (!isBefore(range.start, position) || !isBefore(position, range.end)) continue;
    if (!innermost || isBefore(innermost.start, range.start)) innermost = range;
  }
  if (!innermost) return { kind: "module" };
  return { kind: "function", ...(innermost.name !== undefined && { name: innermost.name }) };
}

const isBefore = (a: Position, b: Position) =>
  a.line < b.line || (a.line === b.line && a.column < b.column);
