import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { movedTables, numberedTables, sqliteSchema, tables, tablesOfIssues } from "./tables.ts";

const targetsOf = (text: string) =>
  [...text.matchAll(/REFERENCES (\w+)/g)].map(([, target]) => target!);

test("a table's statements create it and no other", () => {
  for (const { name, sqlite, postgres } of tables) {
    const made = [sqlite, postgres].map((text) =>
      [...text.matchAll(/CREATE (?:\w+ )?TABLE (\w+)/g)].map(([, to]) => to),
    );
    expect(made.flat(), name).toEqual(
      [sqlite, postgres].filter((text) => text !== "").map(() => name),
    );
  }
});

test("a table follows those it references", () => {
  const places = new Map(tables.map(({ name }, at) => [name, at]));
  for (const { name, sqlite, postgres } of tables)
    for (const target of targetsOf(sqlite + postgres))
      expect(places.get(name), `${name} refers to ${target}`).toBeGreaterThanOrEqual(
        places.get(target)!,
      );
});

test("every table has a retention rule", () => {
  expect(tables.filter(({ rows }) => rows.trim() === "")).toEqual([]);
  expect(tables.length).toBeGreaterThan(100);
});

test("a table says what a merge and a deletion do to its issue and its account", () => {
  for (const { name, sqlite, postgres, refersTo } of tables) {
    const { issue, user } = refersTo ?? {};
    if (postgres) expect(issue !== undefined, name).toBe(/^ +issue_id /m.test(postgres));
    if (issue && /issue_id .* REFERENCES issues/.test(sqlite))
      expect(sqlite, name).toMatch(`issues ON DELETE ${rule[issue.onDelete]}`);
    if (user) expect(sqlite, name).toMatch(`users ON DELETE ${rule[user.onDelete]}`);
  }
});
const rule = { delete: "CASCADE", clear: "SET NULL", former: "SET NULL", keep: "NO ACTION" };

test("a merge of rows names every column besides the project's and the issue's", () => {
  const database = new DatabaseSync(":memory:");
  database.exec(sqliteSchema(undefined));
  const columns = database.prepare("SELECT name FROM pragma_table_info(?)");
  const own = ["project_id", "issue_id"];
  for (const { name, onMerge } of tablesOfIssues) {
    if (typeof onMerge === "string") continue;
    const named =
      "union" in onMerge
        ? onMerge.union.split(", ")
        : [...onMerge.by.split(", "), ...Object.keys(onMerge.sum)];
    const all = columns.all(name).map((column) => column["name"] as string);
    expect(named.toSorted(), name).toEqual(all.filter((each) => !own.includes(each)).toSorted());
  }
  database.close();
});

test("tables are moved as rows or marked otherwise", () => {
  expect(movedTables.length).toBeGreaterThan(70);
  expect(numberedTables.filter((name) => !movedTables.includes(name))).toEqual([]);
});
