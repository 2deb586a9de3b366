/**
 * Whether a pattern matches a path: `*` matches within a segment, `**` any number of segments, and
 * a folder matches everything in it. Matches at any segment unless it starts with a slash. Takes at
 * most the product of both lengths: patterns come from members, paths from senders.
 */
export function globMatches(pattern: string, path: string): boolean {
  const wanted = segmentsOf(pattern);
  const given = segmentsOf(path);
  if (wanted.length === 0) return false;
  const anywhere = pattern.startsWith("/") ? wanted : ["**", ...wanted];
  return matches([...anywhere, "**"], given, "**", (segment, name) =>
    matches([...segment], [...name], "*", Object.is),
  );
}

const segmentsOf = (path: string): string[] =>
  path.split("/").filter((segment) => segment !== "" && segment !== ".");

/** One pass with one backtracking point: the last star takes one more character. */
function matches(
  pattern: readonly string[],
  units: readonly string[],
  star: string,
  same: (pattern: string, unit: string) => boolean,
): boolean {
  let [at, unit] = [0, 0];
  let back: { at: number; unit: number } | undefined;
  while (unit < units.length) {
    if (pattern[at] === star) back = { at: at++, unit };
    else if (at < pattern.length && same(pattern[at]!, units[unit]!))
      [at, unit] = [at + 1, unit + 1];
    else if (back) [at, unit] = [back.at + 1, ++back.unit];
    else return false;
  }
  return pattern.slice(at).every((each) => each === star);
}
