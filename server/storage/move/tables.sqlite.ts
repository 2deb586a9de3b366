import type { DatabaseSync } from "node:sqlite";
import {
  type Cell,
  type MovedTable,
  ownSettings,
  type Place,
  type Portion,
  portionRows,
} from "#server/storage/move/move-store.ts";
import { tablesOfUploads } from "#server/storage/tables.ts";

/**
 * Form of a common table in SQLite: read from `from` in the order of `key`, which ends every row
 * read.
 */
type Shape = { from: string; key: string[]; columns: Set<string> };

/** Whether it is in `artifacts.db`. */
export const isArtifactTable = ({ name }: MovedTable): boolean => tablesOfUploads.includes(name);

/** A column here that is a table there. */
const elsewhere: { [table: string]: Shape } = {
  issue_words: {
    from: "(SELECT id AS issue_id, project_id, words FROM issues)",
    key: ["issue_id"],
    columns: new Set(["project_id", "issue_id", "words"]),
  },
  issue_numbers: {
    from: "(SELECT id AS project_id, last_number AS last FROM projects WHERE last_number > 0)",
    key: ["project_id"],
    columns: new Set(["project_id", "last"]),
  },
  settings: {
    from: `(SELECT name, value FROM settings WHERE name NOT IN (${ownSettings.map((name) => `'${name}'`).join()}))`,
    key: ["name"],
    columns: new Set(["name", "value"]),
  },
};

function shapeOf(database: DatabaseSync, { name }: MovedTable): Shape {
  const known = elsewhere[name];
  if (known) return known;
  const columns = database.prepare("SELECT name, pk FROM pragma_table_info(?)").all(name) as {
    name: string;
    pk: number;
  }[];
  const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
  return {
    from: quoted(name),
    key: key.map((column) => column.name),
    columns: new Set(columns.map((each) => each.name)),
  };
}

const quoted = (name: string) => `"${name}"`;

/** Issue rows get their project from the issue. Process state doesn't exist here. */
const expressionOf = ({ columns }: Shape, name: string): string => {
  if (columns.has(name)) return `t.${quoted(name)}`;
  return name === "project_id"
    ? "(SELECT i.project_id FROM issues i WHERE i.id = t.issue_id)"
    : "NULL";
};

export function countRows(database: DatabaseSync, table: MovedTable): number {
  const { from } = shapeOf(database, table);
  return (database.prepare(`SELECT count(*) AS count FROM ${from}`).get() as { count: number })
    .count;
}

export function* tableRows(
  database: DatabaseSync,
  table: MovedTable,
  after?: Place,
): Generator<Portion<Cell[]>> {
  const shape = shapeOf(database, table);
  const cells = [
    ...table.columns.map(({ name }) => expressionOf(shape, name)),
    ...shape.key.map((name) => `t.${quoted(name)}`),
  ];
  const key = shape.key.map((name) => `t.${quoted(name)}`).join();
  const select = `SELECT ${cells.map((cell, at) => `${cell} AS c${at}`).join()} FROM ${shape.from} t`;
  const end = `ORDER BY ${key} LIMIT ${portionRows(table)}`;
  const first = database.prepare(`${select} ${end}`);
  const next = database.prepare(
    `${select} WHERE (${key}) > (${shape.key.map(() => "?").join()}) ${end}`,
  );
  for (let place = after; ;) {
    const rows = (place ? next.all(...place) : first.all()).map(
      (row) => Object.values(row) as Cell[],
    );
    if (rows.length === 0) return;
    place = rows.at(-1)!.slice(table.columns.length);
    yield { items: rows.map((row) => row.slice(0, table.columns.length)), place };
  }
}

/** Use in a transaction. */
export function writeRows(database: DatabaseSync, table: MovedTable, rows: Cell[][]): void {
  if (table.name === "issue_words") return writeWords(database, table, rows);
  if (table.name === "issue_numbers") return writeNumbers(database, table, rows);
  const { columns } = shapeOf(database, table);
  const kept = table.columns.flatMap(({ name }, at) => (columns.has(name) ? [{ name, at }] : []));
  const names = kept.map(({ name }) => quoted(name));
  const places = kept.map(() => "?");
  if (table.name === "issues")
    [names, places].forEach((list, at) => list.push(["words", "''"][at]!));
  // A portion of artifacts.db may exist already: its progress is stored in spoor.db a moment later.
  const insert = isArtifactTable(table) ? "INSERT OR IGNORE" : "INSERT";
  const statement = database.prepare(
    `${insert} INTO ${quoted(table.name)} (${names.join()}) VALUES (${places.join()})`,
  );
  for (const row of rows) statement.run(...kept.map(({ at }) => row[at]!));
}

const cellOf = (table: MovedTable, row: Cell[], column: string): Cell =>
  row[table.columns.findIndex(({ name }) => name === column)]!;

function writeWords(database: DatabaseSync, table: MovedTable, rows: Cell[][]): void {
  const keep = database.prepare("UPDATE issues SET words = ? WHERE id = ?");
  const index = database.prepare("INSERT INTO issue_words (rowid, words) VALUES (?, ?)");
  for (const row of rows) {
    const [id, words] = [cellOf(table, row, "issue_id"), cellOf(table, row, "words")];
    keep.run(words, id);
    index.run(id, words);
  }
}

function writeNumbers(database: DatabaseSync, table: MovedTable, rows: Cell[][]): void {
  const keep = database.prepare("UPDATE projects SET last_number = ? WHERE id = ?");
  for (const row of rows) keep.run(cellOf(table, row, "last"), cellOf(table, row, "project_id"));
}

/**
 * A store before setup has its own rows. Rows of tables that don't exist here are deleted with
 * their parent.
 */
export function emptyRows(database: DatabaseSync, tables: MovedTable[]): void {
  for (const { name } of tables.toReversed()) {
    if (!elsewhere[name] || name === "settings") database.exec(`DELETE FROM ${quoted(name)}`);
  }
}
