import type { FunctionRange, Position } from "./function-ranges.ts";

/**
 * Functions of each source from the `scopes` field of a source map, in the order of its `sources`;
 * undefined for a source without. Format:
 * https://github.com/tc39/ecma426/blob/main/proposals/scopes.md ("Original Scope Trees"). Reads
 * only these trees: mappings have the positions of generated code. An invalid field yields nothing.
 */
export function functionsByScopes(
  scopes: string,
  names: readonly string[],
): (FunctionRange[] | undefined)[] {
  const trees: (FunctionRange[] | undefined)[] = [];
  const open: (FunctionRange & { isFrame: boolean })[] = [];
  let found: FunctionRange[] = [];
  let at = origin();
  let [nameIndex, kindIndex] = [0, 0];
  for (const item of scopes.split(",")) {
    const fields = readVlqs(item);
    if (fields === undefined) return [];
    const tag = item === "" ? tags.empty : fields[0]!;
    if (tag === tags.empty && open.length === 0) trees.push(undefined);
    else if (tag === tags.start) {
      const [, flags = 0, line = 0, column = 0, ...more] = fields;
      at = moved(at, line, column);
      if (flags & hasName) nameIndex += signed(more.shift() ?? 0);
      if (flags & hasKind) kindIndex += signed(more.shift() ?? 0);
      const name = flags & hasName ? names[nameIndex] : undefined;
      open.push({
        start: at,
        end: at,
        isFrame: (flags & isStackFrame) !== 0,
        ...(name && { name }),
      });
    } else if (tag === tags.end) {
      const scope = open.pop();
      if (!scope) return [];
      at = moved(at, fields[1] ?? 0, fields[2] ?? 0);
      const { isFrame, ...range } = scope;
      if (isFrame) found.push({ ...range, end: at });
      if (open.length > 0) continue;
      trees.push(found);
      [found, at] = [[], origin()];
    } else if (open.length === 0) break; // Generated ranges follow, without data on sources.
  }
  return trees;
}

const tags = { empty: 0, start: 1, end: 2 } as const;
const [hasName, hasKind, isStackFrame] = [1, 2, 4];

const origin = (): Position => ({ line: 1, column: 1 });

/** Lines are relative to the previous item, and columns too on the same line. */
const moved = (from: Position, line: number, column: number): Position => ({
  line: from.line + line,
  column: line === 0 ? from.column + column : column + 1,
});

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Unsigned values of base64 VLQs; undefined for other characters or a truncated value. */
function readVlqs(text: string): number[] | undefined {
  const values: number[] = [];
  let [value, factor] = [0, 1];
  for (const character of text) {
    const digit = digits.indexOf(character);
    if (digit < 0) return undefined;
    value += (digit & 31) * factor;
    factor *= 32;
    if (digit & 32) continue;
    values.push(value);
    [value, factor] = [0, 1];
  }
  return factor === 1 ? values : undefined;
}

const signed = (value: number) => (value % 2 === 1 ? -(value - 1) / 2 : value / 2);
