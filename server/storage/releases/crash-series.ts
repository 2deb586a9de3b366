export type CrashRow = { version: string; step: number; crashed: number };

/** Rows of steps in which sessions crashed as one series a release, each of `length` steps. */
export function crashesByVersion(rows: CrashRow[], length: number): Map<string, number[]> {
  const series = new Map<string, number[]>();
  for (const { version, step, crashed } of rows) {
    let mine = series.get(version);
    if (!mine) series.set(version, (mine = Array.from({ length }, () => 0)));
    mine[step] = crashed;
  }
  return series;
}
