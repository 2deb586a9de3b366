const longest = 60;

/**
 * The name with the fewest changed letters, at most a third; case-insensitive and without
 * separators. People remember the last part of a dotted name: `type` of `error.type`, and `emial`
 * of `user.email`. A whole name takes precedence over a part.
 */
export function nearestOf(typed: string, names: readonly string[]): string | undefined {
  const wanted = squash(typed);
  const most = Math.max(1, Math.floor(wanted.length / 3));
  const nearest: { name?: string; changes: number } = { changes: most + 1 };
  const weigh = (partOf: (name: string) => string) => {
    for (const name of names) {
      const changes = changesBetween(wanted, squash(partOf(name)), most);
      if (changes < nearest.changes) Object.assign(nearest, { name, changes });
    }
  };
  weigh((name) => name);
  weigh((name) => name.slice(name.lastIndexOf(".") + 1));
  return nearest.name;
}

const squash = (name: string) => name.toLowerCase().replaceAll(/[-_]/g, "").slice(0, longest);

/**
 * Letters added, omitted, or replaced, and swapped neighbors. Above `most`, the exact number is
 * unknown.
 */
export function changesBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    [before, last] = [last, row];
  }
  return last[b.length]!;
}
