import type { DatabaseSync } from "node:sqlite";
import { appliedTable } from "./applied-migrations.ts";

/** A table, index, trigger or view, with the statement that makes it. */
export type SchemaObject = { type: string; name: string; sql: string };

/** Of a row of `table_xinfo`, all that an inserted row can notice. */
export type Column = { name: string; type: string; notnull: number; dflt_value: string | null; pk: number };

/** In the order in which they were made. The tables beneath a full-text index are made with it. */
const selectObjects = `SELECT type, name, sql FROM sqlite_schema
  WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND name <> '${appliedTable}'
    AND name NOT IN (SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow')
  ORDER BY rowid`;

export function objectsOf(database: DatabaseSync): Map<string, SchemaObject> {
  const rows = database.prepare(selectObjects).all() as SchemaObject[];
  return new Map(rows.map((row) => [row.name, { ...row }]));
}

export const columnsOf = (database: DatabaseSync, table: string): Column[] =>
  (
    database
      .prepare("SELECT name, type, [notnull], dflt_value, pk FROM pragma_table_xinfo(?) ORDER BY cid")
      .all(table) as Column[]
  ).map((row) => ({ ...row }));

/** Two statements that make the same thing. Renaming and adding columns leave other quotes and spaces behind. */
export const isSameObject = (a: SchemaObject, b: SchemaObject): boolean =>
  a.type === b.type && normalized(a.sql) === normalized(b.sql);

const normalized = (sql: string) => sql.replace(/--[^\n]*/g, "").replace(/["\s]/g, "");
