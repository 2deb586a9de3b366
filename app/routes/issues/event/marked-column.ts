/** A longer line starts shortly before its marked column. */
const longest = 160;
const before = 60;

/**
 * A failing line in three parts, the middle one at the column; undefined if the column is unknown.
 */
export function markColumn(
  text: string,
  column: number | undefined,
): [string, string, string] | undefined {
  // Some SDKs truncate long lines and mark that; their columns refer to the full line.
  if (column === undefined || column < 1 || column > text.length || text.startsWith("{snip}"))
    return undefined;
  const at = column - 1;
  const word = /^(?:[\w$]+|[^\w$\s])/.exec(text.slice(at))?.[0];
  if (word === undefined) return undefined;
  const isCut = text.length > longest && at > before * 2;
  const start = isCut ? `… ${text.slice(at - before, at)}` : text.slice(0, at);
  return [start, word, text.slice(at + word.length)];
}
