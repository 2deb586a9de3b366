import type { DatabaseSync } from "node:sqlite";
import { traceCategory } from "#server/domain/outcomes.ts";
import { dayMs } from "#server/domain/time.ts";
import { traceRowId } from "#server/storage/traces/ids.ts";
import type { MoveFacts } from "#server/storage/move/move-store.ts";
import { numberedTables, tablesOfUploads } from "#server/storage/tables.ts";
import type { DayFiles } from "#server/storage/sqlite/day-files.ts";
import type { DayFile } from "#server/storage/sqlite/day-file.ts";
import { decidedOf } from "./telemetry.sqlite.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

type CursorRow = { segment: number | null; position: number | null };

/** `databases`: spoor.db and, if it exists, artifacts.db. */
export function readFacts(
  [main, ...others]: [DatabaseSync, ...DatabaseSync[]],
  files: DayFiles,
): MoveFacts {
  const given = new Map([main, ...others].flatMap(lastNumbers));
  const days = files.days().toReversed();
  const { segment, position } = prepare<CursorRow>(
    main,
    "SELECT segment, position FROM digest",
  ).get()!;
  return {
    numbers: numberedTables.map((table) => [table, given.get(table) ?? 0]),
    decided: days
      .flatMap((day) =>
        decidedOf(files.open(day)!).map(([project, traces]) => [day, project, traces] as const),
      )
      .map((each) => [...each]),
    thinned: days.filter((day) => isThinned(files.open(day)!)),
    cursor: segment === null || position === null ? null : { segment, offset: position },
  };
}

const lastNumbers = (database: DatabaseSync): [string, number][] =>
  prepare<{ name: string; seq: number }>(database, "SELECT name, seq FROM sqlite_sequence")
    .all()
    .map(({ name, seq }) => [name, seq]);

const isThinned = ({ database }: DayFile): boolean =>
  prepare(database, "SELECT 1 FROM event_thinning WHERE ended = 1").get() !== undefined;

/** `artifacts` is absent if nothing was uploaded. */
export function writeFacts(
  {
    main,
    artifacts,
    files,
  }: { main: DatabaseSync; artifacts: DatabaseSync | undefined; files: DayFiles },
  { numbers, decided, thinned, cursor }: MoveFacts,
): void {
  for (const [table, last] of numbers) {
    const database = tablesOfUploads.includes(table) ? artifacts : main;
    if (database && last > 0) setNumber(database, table, last);
  }
  const place = [cursor?.segment ?? null, cursor?.offset ?? null];
  prepare(main, "UPDATE digest SET segment = ?, position = ?").run(...place);
  const decide =
    "INSERT INTO thinning (project_id, decided) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET decided = ?2";
  for (const [day, project, traces] of decided)
    prepare(files.make(day).database, decide).run(project, traceRowId(project, traces - 1));
  const end =
    "INSERT INTO event_thinning (only, decided, ended) VALUES (1, 0, 1) ON CONFLICT DO UPDATE SET ended = 1";
  for (const day of thinned) prepare(files.make(day).database, end).run();
  for (const day of files.days()) countThinned(main, files.open(day)!);
}

function setNumber(database: DatabaseSync, table: string, last: number): void {
  const changed = prepare(database, "UPDATE sqlite_sequence SET seq = ? WHERE name = ?").run(
    last,
    table,
  );
  if (changed === 0)
    prepare(database, "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)").run(table, last);
}

const selectThinned = `SELECT project_id, hour,
    sum(CASE WHEN reason = 'sampling' AND category = ?3 THEN quantity ELSE 0 END) AS traces,
    sum(CASE WHEN reason = 'sampling' AND category = 'span' THEN quantity ELSE 0 END) AS spans,
    sum(CASE WHEN reason = 'size limit' AND category = 'error' THEN quantity ELSE 0 END) AS events
  FROM ledger WHERE outcome = 'thinned' AND hour >= ?1 AND hour < ?2 GROUP BY 1, 2`;
const putTraces =
  "INSERT OR REPLACE INTO thinned (project_id, hour, traces, spans) VALUES (?, ?, ?, ?)";
const putEvents =
  "INSERT OR REPLACE INTO thinned_events (project_id, hour, events) VALUES (?, ?, ?)";

type ThinnedRow = {
  project_id: number;
  hour: number;
  traces: number;
  spans: number;
  events: number;
};

/**
 * Sets outcomes to the counts in the files (thin-outcomes), which include deletions before the
 * move.
 */
function countThinned(main: DatabaseSync, { day, database }: DayFile): void {
  const from = Date.parse(day);
  for (const row of prepare<ThinnedRow>(main, selectThinned).all(
    from,
    from + dayMs,
    traceCategory,
  )) {
    const { project_id, hour, traces, spans, events } = row;
    if (traces + spans > 0) prepare(database, putTraces).run(project_id, hour, traces, spans);
    if (events > 0) prepare(database, putEvents).run(project_id, hour, events);
  }
}
