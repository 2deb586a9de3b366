import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { checkedVersion, migrate } from "#server/storage/sqlite/migrate.ts";
import { dayChain, mainChain } from "#server/storage/sqlite/migrations/chain.ts";
import { objectsOf } from "#server/storage/sqlite/schema-objects.ts";
import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import { digestSamples, eventIdOf, newProject } from "./sample.ts";
import { newFolder, withStore } from "./sqlite-folder.ts";

const chains = [
  ["spoor.db", mainChain],
  ["a day's file", dayChain],
] as const;

const versionOf = (database: DatabaseSync) => database.prepare("PRAGMA user_version").get()!.user_version;

test.each(chains)("%s upgrades from every older version to the newest", (file, chain) => {
  for (let version = 0; version < chain.length; version++) {
    using database = new DatabaseSync(":memory:");
    migrate(database, chain.slice(0, version), file);
    migrate(database, chain, file);
    expect(versionOf(database)).toBe(chain.length);
    const tables = database.prepare("SELECT count(*) AS count FROM sqlite_schema").get() as { count: number };
    expect(tables.count).toBeGreaterThan(0);
  }
});

test.each(chains)("%s keeps its rows through a later upgrade", (file, chain) => {
  using database = new DatabaseSync(":memory:");
  const later = "CREATE TABLE later (n); INSERT INTO later VALUES (1)";
  migrate(database, [...chain, later], file);
  migrate(database, [...chain, later, "ALTER TABLE later ADD COLUMN m DEFAULT 2"], file);
  expect({ ...database.prepare("SELECT * FROM later").get() }).toEqual({ n: 1, m: 2 });
  expect(versionOf(database)).toBe(chain.length + 2);
});

test("an upgrade that fails leaves the file as it was", () => {
  using database = new DatabaseSync(":memory:");
  migrate(database, ["CREATE TABLE one (n)"], "file");
  expect(() =>
    migrate(database, ["CREATE TABLE one (n)", "CREATE TABLE two (n)", "CREATE TABLE one (n)"], "file"),
  ).toThrow(/already exists/);
  expect(versionOf(database)).toBe(1);
  expect(objectsOf(database).size).toBe(1);
});

test("a file from a newer version is refused in a sentence", async () => {
  const folder = await newFolder();
  const path = join(folder, "spoor.db");
  await withStore(folder, async (store) => {
    await digestSamples(store, await newProject(store), [{ issue: "a", name: "1" }]);
  });
  setVersion(path, 99);
  const sentence = `${path} was written by a newer Spoor (format 99; this one knows up to ${mainChain.length}).`;
  await expect(openSqliteStore(folder)).rejects.toThrow(sentence);
  await expect(openSqliteStore(folder, { readonly: true })).rejects.toThrow(sentence);
  setVersion(path, mainChain.length);
  setVersion(join(folder, "telemetry", "2026-11-21.db"), 99);
  await withStore(folder, async (store) => {
    const project = (await store.projects.list())[0]!;
    await expect(store.events.find(project.id, eventIdOf("1"))).rejects.toThrow(/2026-11-21.db was written by a newer/);
  });
});

test("read-only, an older file asks for the server to be started once", async () => {
  const folder = await newFolder();
  await withStore(folder, newProject);
  setVersion(join(folder, "spoor.db"), 0);
  await expect(openSqliteStore(folder, { readonly: true })).rejects.toThrow(/start the server once/);
});

test("a file that an interrupted start left empty is completed", async () => {
  const folder = await newFolder();
  await withStore(folder, newProject);
  using empty = new DatabaseSync(":memory:");
  expect(checkedVersion(empty, mainChain, "file")).toBe(0);
  migrate(empty, mainChain, "file");
  expect(versionOf(empty)).toBe(mainChain.length);
});

function setVersion(path: string, version: number): void {
  using database = new DatabaseSync(path);
  database.exec(`PRAGMA user_version = ${version}`);
}
