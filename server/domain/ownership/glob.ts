/**
 * Whether a pattern means a path: `*` stands for anything within a segment, `**` for any number of
 * segments, and a pattern for a folder means all that is in it. It may begin at any segment, unless
 * it begins with a slash. Takes the product of both lengths at most: patterns are typed by members,
 * paths come from senders.
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

/** One pass with one step back: whatever the last star could have taken, it takes one more of. */
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
