import { DatabaseSync } from "node:sqlite";

/** One row per span in plain SQLite, found by route and time: the best case of a raw scan. */
export type RawDurations = {
  add(route: number, at: number, durationMs: number): void;
  /** Percentiles of one route, or of all routes separately. */
  percentiles(window: { since: number; until: number }, routes: number[]): number[][];
  close(): void;
};

const percents = [50, 75, 95, 99];
const rowsPerCommit = 100_000;

export function rawDurations(path: string): RawDurations {
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;
    CREATE TABLE spans (route INTEGER, at INTEGER, id INTEGER, duration_ms REAL, PRIMARY KEY (route, at, id)) WITHOUT ROWID;
    BEGIN`);
  const insert = database.prepare("INSERT INTO spans VALUES (?, ?, ?, ?)");
  const select = database.prepare(
    "SELECT duration_ms FROM spans WHERE route = ? AND at >= ? AND at < ?",
  );
  select.setReturnArrays(true);
  let count = 0;
  return {
    add(route, at, durationMs) {
      insert.run(route, at, count++, durationMs);
      if (count % rowsPerCommit === 0) database.exec("COMMIT; BEGIN");
    },
    percentiles: ({ since, until }, routes) =>
      routes.map((route) => {
        const rows = select.all(route, since, until) as unknown as [number][];
        const durations = Float64Array.from(rows, ([durationMs]) => durationMs).toSorted();
        return percents.map(
          (percent) => durations[Math.ceil((percent / 100) * durations.length) - 1]!,
        );
      }),
    close: () => database.close(),
  };
}
