import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { expect, test } from "vitest";
import {
  allOf,
  contains,
  eachOf,
  forUpdate,
  isAnyOf,
  joined,
  lowered,
  raw,
  render,
  rowsOf,
  sql,
  withoutCase,
} from "./sql.ts";

test("values are numbered in text order, through nested fragments", () => {
  const isNamed = sql`name = ${"a"} OR name = ${"b"}`;
  const statement = sql`SELECT 1 FROM t WHERE id = ${7} AND (${isNamed}) LIMIT ${3}`;
  expect(render(statement, "postgres")).toEqual({
    text: "SELECT 1 FROM t WHERE id = $1 AND (name = $2 OR name = $3) LIMIT $4",
    values: [7, "a", "b", 3],
  });
  expect(render(statement, "sqlite").text).toBe(
    "SELECT 1 FROM t WHERE id = ?1 AND (name = ?2 OR name = ?3) LIMIT ?4",
  );
});

test("an engine-specific fragment numbers only the values of its engine", () => {
  const statement = sql`SELECT ${raw("id")} FROM t WHERE ${isAnyOf(raw("id"), [1, 2])} AND at = ${9}${forUpdate}`;
  expect(render(statement, "postgres")).toEqual({
    text: "SELECT id FROM t WHERE id = ANY($1::bigint[]) AND at = $2 FOR UPDATE",
    values: [[1, 2], 9],
  });
  expect(render(statement, "sqlite")).toEqual({
    text: "SELECT id FROM t WHERE id IN (SELECT value FROM json_each(?1)) AND at = ?2",
    values: ["[1,2]", 9],
  });
});

test("user input is never part of the text", () => {
  const typed = "'; DROP TABLE t; --";
  for (const dialect of ["sqlite", "postgres"] as const) {
    const { text, values } = render(
      sql`SELECT ${lowered(typed)}, ${contains(raw("a"), typed)}, ${eachOf([typed])}`,
      dialect,
    );
    expect(text).not.toContain("DROP");
    expect(JSON.stringify(values)).toContain("DROP");
  }
});

test("an empty condition is true, and SQLite accepts the text", () => {
  using database = new DatabaseSync(":memory:");
  database.exec(
    "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO t VALUES (1, 'Ä'), (2, 'b'), (3, 'C')",
  );
  const run = (statement: ReturnType<typeof sql>) => {
    const { text, values } = render(statement, "sqlite");
    return database
      .prepare(text)
      .all(...(values as string[]))
      .map((row) => Object.values(row)[0]);
  };
  expect(run(sql`SELECT id FROM t WHERE ${allOf([])} ORDER BY ${withoutCase("name")}`)).toEqual([
    2, 3, 1,
  ]);
  expect(run(sql`SELECT id FROM t WHERE ${isAnyOf(raw("id"), [])}`)).toEqual([]);
  expect(run(sql`SELECT value FROM ${eachOf(["x", "y"])}`)).toEqual(["x", "y"]);
  expect(run(sql`SELECT id FROM t WHERE id IN (${joined([sql`${1}`, sql`${3}`], ", ")})`)).toEqual([
    1, 3,
  ]);
});

test.each<[what: string, ...rows: [number | null, string][]]>([
  ["numbers, nulls, and texts that look like them", [9_007_199_254_740_991, "12"], [null, "null"]],
  ["texts that JSON changes", [1, "a\u0000b"], [2, "\\u0000"]],
  ["half a surrogate pair, as for a parameter", [1, "\ud83d"], [2, "🐾 é\n\u0001"]],
])("rows given to SQLite are read unchanged: %s", (_, ...rows: [number | null, string][]) => {
  const database = new DatabaseSync(":memory:");
  const { text, values } = render(
    sql`SELECT a, b FROM ${rowsOf({ a: "bigint", b: "text" }, rows)} ORDER BY place`,
    "sqlite",
  );
  const found = database.prepare(text).all(...(values as SQLInputValue[]));
  expect(found.map(({ a, b }) => [a, b])).toEqual(
    rows.map(([number, each]) => [number, each.toWellFormed()]),
  );
});
