/** A position in an original source, 1-based both, as stack frames give it. */
export type Position = { line: number; column: number };

/** Where a function was written, and its name in stack traces. An anonymous function has none. */
export type FunctionRange = { start: Position; end: Position; name?: string };

/** What encloses a position: a function, or the top level of the module. */
type Enclosing = { kind: "function"; name?: string } | { kind: "module" };

/**
 * The innermost function around a position. Code never runs at the first character of its own
 * function (`function`, the parameter of an arrow), so a position there belongs to the function
 * around it: it is the call of `(() => …)()`.
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
