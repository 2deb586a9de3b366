import type { DatabaseSync } from "node:sqlite";
import { levels } from "#server/domain/event/error-event.ts";
import { dayMs } from "#server/domain/time.ts";
import type { Day } from "../day-file.ts";
import { type Statement, prepare } from "../statement.ts";
import { openDamagedPages } from "./damaged-pages.ts";
import { type FoundRow, foundRows } from "./found-rows.ts";
import { inflatedPrefix } from "./inflated-prefix.ts";
import type { Value } from "./record.ts";

/**
 * Source tables for rebuilding telemetry, with their numbers of columns. All other tables of a
 * day's file are derived.
 */
const columns = {
  events: 19,
  traces: 14,
  attachments: 13,
  packs: 3,
  span_packs: 3,
  attachment_chunks: 3,
  trace_parts: 4,
};
type Table = keyof typeof columns;

/** Rows from before a column was appended lack it. */
const leastColumns: Partial<Record<Table, number>> = { events: 18 };

/** Index entries remain after their row is lost. */
const indexes: Readonly<Record<string, string>> = {
  events_by_event_id: "events",
  traces_by_trace_id: "traces",
  attachments_by_event: "attachments",
};

/**
 * Copies every readable row of a damaged file unchanged into a new, empty one; the reader checks
 * references.
 */
export function copyReadable(path: string, scratch: DatabaseSync): void {
  const insert = insertsInto(scratch);
  const know = prepare(scratch, "INSERT OR IGNORE INTO known VALUES (?, ?)");
  const pages = openDamagedPages(path);
  try {
    for (const row of foundRows(pages)) {
      const known = row.name === undefined ? undefined : indexes[row.name];
      const rowid = known === undefined ? undefined : row.values.at(-1);
      if (known !== undefined && typeof rowid === "number") know.run(known, rowid);
      for (const table of tablesOf(row)) insertInto(insert[table], row, columns[table]);
    }
  } finally {
    pages.close();
  }
}

/**
 * Deletes rows that can't be from a day's file, because damage may look like a row. The rest is
 * known, complete or not.
 */
export function keepPossible(scratch: DatabaseSync, day: Day): void {
  const from = Date.parse(day);
  const isElsewhen = `received_at NOT BETWEEN ${from} AND ${from + dayMs - 1}`;
  scratch.exec(`DELETE FROM events WHERE ${isElsewhen} OR length(event_id) <> 16 OR NOT (json_valid(tags) OR tags GLOB char(30) || '*')
    OR level NOT BETWEEN 0 AND ${levels.length - 1}`);
  scratch.exec(`DELETE FROM attachments WHERE ${isElsewhen} OR length(event_id) <> 16`);
  scratch.exec(`DELETE FROM traces WHERE ${isElsewhen} OR length(trace_id) <> 16`);
  for (const table of Object.values(indexes))
    scratch.exec(`INSERT OR IGNORE INTO known SELECT '${table}', id FROM ${table}`);
}

/** Row IDs of everything known to have been in the damaged files. */
export const createKnown =
  "CREATE TABLE known (name TEXT, id INTEGER, PRIMARY KEY (name, id)) WITHOUT ROWID";

function insertsInto(scratch: DatabaseSync): Record<Table, Statement<never>> {
  const of = (table: Table) =>
    prepare(
      scratch,
      `INSERT OR IGNORE INTO ${table} VALUES (${Array(columns[table]).fill("?").join(", ")})`,
    );
  const names = Object.keys(columns) as Table[];
  return Object.fromEntries(names.map((table) => [table, of(table)])) as Record<
    Table,
    Statement<never>
  >;
}

/** The first column of a rowid table is the rowid, which is not in the record. */
function insertInto(insert: Statement<never>, { rowid, values }: FoundRow, width: number): void {
  try {
    const known = rowid === undefined ? values : [rowid, ...values.slice(1)];
    insert.run(...known, ...Array<null>(width - known.length).fill(null));
  } catch {
    // A type that differs from the column's means that it is not a row of this table.
  }
}

function tablesOf({ name, rowid, values }: FoundRow): Table[] {
  if (name !== undefined)
    return Object.hasOwn(columns, name) && isRowOf(name as Table, values) ? [name as Table] : [];
  if (rowid === undefined) return isTracePart(values) ? ["trace_parts"] : [];
  if (values.length === 3) return packTables(values);
  return (["events", "traces", "attachments"] as const).filter((table) => isRowOf(table, values));
}

const isRowOf = (table: Table, { length }: Value[]) =>
  length >= (leastColumns[table] ?? columns[table]) && length <= columns[table];

const leastTraceRow = 2 ** 32;
const isTracePart = (values: Value[]) =>
  values.length === 4 && typeof values[0] === "number" && values[0] >= leastTraceRow;

/** Three tables have equal columns and overlapping IDs: the content decides. */
function packTables([, rawBytes, bytes]: Value[]): Table[] {
  if (!Buffer.isBuffer(bytes)) return [];
  const raw = typeof rawBytes === "number" ? inflatedPrefix(bytes, rawBytes) : undefined;
  if (raw?.[0] === openingBrace) return ["packs"];
  return raw?.[0] === resourceSpansTag ? ["span_packs"] : ["attachment_chunks"];
}

const openingBrace = 0x7b;
const resourceSpansTag = 10;
