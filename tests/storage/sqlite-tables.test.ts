import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { artifactChain, type Chain, dayChain, mainChain } from "#server/storage/sqlite/migrations/chain.ts";

/** But for those that SQLite keeps for itself and for a search's own. */
const tables = `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'
  UNION SELECT 'issue_words' FROM sqlite_schema WHERE name = 'issue_words'`;

function tablesOf(chain: Chain): string[] {
  using database = new DatabaseSync(":memory:");
  for (const sql of chain) database.exec(sql);
  return (database.prepare(tables).all() as { name: string }[]).map(({ name }) => name);
}

/** The names that server/storage/README.md lists. */
function namedTables(): string[] {
  const readme = readFileSync(new URL("../../server/storage/README.md", import.meta.url), "utf8");
  return [...readme.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name!);
}

test("every table has a rule for how long its rows stay, and only one", () => {
  const named = namedTables();
  const there = [mainChain, dayChain, artifactChain].flatMap(tablesOf);
  expect(there.length).toBeGreaterThan(80);
  const sentence = "server/storage/README.md: tables without a rule, or with two";
  expect(
    there.filter((table) => named.filter((name) => name === table).length !== 1),
    sentence,
  ).toEqual([]);
  expect(
    named.filter((name) => !there.includes(name)),
    "rules for tables that are not there",
  ).toEqual([]);
});
