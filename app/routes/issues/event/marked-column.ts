/** A line that is longer than this is shown from before its marked column on. */
const longest = 160;
const before = 60;

/**
 * A failing line in three parts, the middle one being what is at the column; undefined: no column
 * is known of it.
 */
export function markColumn(
  text: string,
  column: number | undefined,
): [string, string, string] | undefined {
  // Some SDKs cut long lines themselves and say so; their columns count the whole line.
  if (column === undefined || column < 1 || column > text.length || text.startsWith("{snip}"))
    return undefined;
  const at = column - 1;
  const word = /^(?:[\w$]+|[^\w$\s])/.exec(text.slice(at))?.[0];
  if (word === undefined) return undefined;
  const isCut = text.length > longest && at > before * 2;
  const start = isCut ? `… ${text.slice(at - before, at)}` : text.slice(0, at);
  return [start, word, text.slice(at + word.length)];
}
