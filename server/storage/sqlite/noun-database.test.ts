import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { sql } from "#server/storage/sql.ts";
import { queryOn } from "./noun-database.ts";

test("rows equal a plain list, and have a count", async () => {
  const database = new DatabaseSync(":memory:");
  const query = queryOn(database);
  await query(sql`CREATE TABLE links (url TEXT) STRICT`);
  const added = await query(sql`INSERT INTO links VALUES (${"a"}), (${"b"})`);
  expect([added.count, added]).toEqual([2, []]);
  const rows = await query<{ url: string }>(sql`SELECT url FROM links ORDER BY url`);
  expect([rows.count, rows]).toEqual([2, [{ url: "a" }, { url: "b" }]]);
  database.close();
});
