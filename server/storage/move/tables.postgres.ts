import {
  type Cell,
  type MovedTable,
  ownSettings,
  type Place,
  type Portion,
  portionRows,
} from "#server/storage/move/move-store.ts";
import { movedTables } from "#server/storage/tables.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";

/** A table from the catalog. Portions are read in the order of its primary key. */
export type KeyedTable = MovedTable & { key: string[] };

type ColumnRow = { name: string; column: string; type: string; place: number | null };

const selectColumns = `SELECT c.relname AS name, a.attname AS "column", format_type(a.atttypid, a.atttypmod) AS type,
    array_position(i.indkey::int2[], a.attnum) AS place
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
  WHERE c.relname = ANY($1::text[]) ORDER BY a.attnum`;

/** No delivery is in progress. */
const ofProcesses = "lease_holder";

export async function keyedTables(query: Query): Promise<KeyedTable[]> {
  const rows = await query<ColumnRow>(selectColumns, movedTables);
  const byTable = Map.groupBy(rows, ({ name }) => name);
  return movedTables.map((name) => {
    const all = byTable.get(name) ?? [];
    const key = all.filter(({ place }) => place !== null).toSorted((a, b) => a.place! - b.place!);
    const columns = all.filter(({ column }) => column !== ofProcesses);
    return {
      name,
      key: key.map(({ column }) => column),
      columns: columns.map(({ column, type }) => ({ name: column, type })),
    };
  });
}

const quoted = (name: string) => `"${name}"`;

/** Selects the settings that are moved. */
const conditionOf = ({ name }: MovedTable): string =>
  name === "settings" ? `name NOT IN (${ownSettings.map((own) => `'${own}'`).join()})` : "true";

export async function countRows(query: Query, table: MovedTable): Promise<number> {
  const sql = `SELECT count(*) AS count FROM ${quoted(table.name)} WHERE ${conditionOf(table)}`;
  return (await query<{ count: number }>(sql))[0]!.count;
}

export async function* tableRows(
  query: Query,
  table: KeyedTable,
  after?: Place,
): AsyncGenerator<Portion<Cell[]>> {
  const types = new Map(table.columns.map(({ name, type }) => [name, type]));
  const key = table.key.map(quoted).join();
  const select = `SELECT ${table.columns.map(({ name }) => quoted(name)).join()} FROM ${quoted(table.name)}`;
  const end = `ORDER BY ${key} LIMIT ${portionRows(table)}`;
  const beyond = table.key.map((name, at) => `$${at + 1}::${types.get(name)}`).join();
  const first = `${select} WHERE ${conditionOf(table)} ${end}`;
  const next = `${select} WHERE (${key}) > (${beyond}) AND ${conditionOf(table)} ${end}`;
  for (let place = after; ;) {
    const rows = await (place
      ? query<Record<string, Cell>>(next, ...place)
      : query<Record<string, Cell>>(first));
    const last = rows.at(-1);
    if (!last) return;
    place = table.key.map((name) => last[name]!);
    yield { items: rows.map((row) => table.columns.map(({ name }) => row[name]!)), place };
  }
}

export async function writeRows(query: Query, table: MovedTable, rows: Cell[][]): Promise<void> {
  const names = table.columns.map(({ name }) => quoted(name)).join();
  const lists = table.columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join();
  await query(
    `INSERT INTO ${quoted(table.name)} (${names}) SELECT * FROM unnest(${lists})`,
    ...columnsOf(rows),
  );
}

/** A database before setup has rows created by servers. All are deleted. */
export async function emptyRows(query: Query, tables: MovedTable[]): Promise<void> {
  for (const { name } of tables.toReversed()) await query(`DELETE FROM ${quoted(name)}`);
}
