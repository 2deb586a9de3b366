const identifier = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy;

// They may stand where a call begins and name no function.
const keywords = new Set([
  "new",
  "await",
  "return",
  "throw",
  "typeof",
  "void",
  "yield",
  "delete",
  "super",
  "this",
  "function",
]);

/**
 * The name that is called at a place in a line of source; `column` is 1-based. A call's mapping points at the callee's name, or
 * at `new` before it. Undefined where no name stands there (a computed call, an anonymous function called at once).
 */
export function calledName(line: string, column: number): string | undefined {
  identifier.lastIndex = column - 1;
  const name = identifier.exec(line)?.[0];
  if (name === "new" || name === "await") {
    const next = /^\s+/.exec(line.slice(column - 1 + name.length));
    return next ? calledName(line, column + name.length + next[0].length) : undefined;
  }
  return name === undefined || keywords.has(name) ? undefined : name;
}

/** Names that engines give to what has none. */
export const isAnonymous = (name: string | undefined): boolean =>
  name === undefined ||
  /^(?:\?|<anonymous>|anonymous|Anonymous function|<unknown>)?$/.test(name) ||
  name.endsWith("/<");
