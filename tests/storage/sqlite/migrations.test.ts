import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import {
  artifactFormat,
  dayFormat,
  type Format,
  mainFormat,
  newestOf,
} from "#server/storage/formats.ts";
import { checkedVersion, migrate } from "#server/storage/sqlite/migrate.ts";
import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import { refuseHalfUpgrade } from "#server/storage/sqlite/upgrade-check.ts";
import { digestSamples, eventIdOf, newProject } from "#tests/storage/sample.ts";
import { newFolder, withStore } from "./folder.ts";

const versionOf = (database: DatabaseSync) =>
  database.prepare("PRAGMA user_version").get()!.user_version;

const tablesIn = (database: DatabaseSync) =>
  database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'migrations'")
    .all().length;

function change(path: string, sql: string): void {
  using database = new DatabaseSync(path);
  database.exec(sql);
}

const setVersion = (path: string, version: number) =>
  change(path, `PRAGMA user_version = ${version}`);

/** The format of a small file after that many migrations. */
const formatAfter = (migrations: number): Format => ({
  schema: ["CREATE TABLE one (n)", "CREATE TABLE one (n); CREATE TABLE two (n)"][
    Math.min(migrations, 1)
  ]!,
  first: 7,
  migrations: ["CREATE TABLE two (n)", "INSERT INTO two VALUES (1)"].slice(0, migrations),
});

test.each([
  ["spoor.db", mainFormat],
  ["a day's file", dayFormat],
  ["artifacts.db", artifactFormat],
])("%s is created in the newest format", (file, format) => {
  using database = new DatabaseSync(":memory:");
  expect(checkedVersion(database, format, file)).toBe(0);
  migrate(database, format, file);
  expect(versionOf(database)).toBe(newestOf(format));
  expect(tablesIn(database)).toBeGreaterThan(3);
});

test("an older file keeps its rows and runs missing migrations; a new one has current tables", () => {
  using database = new DatabaseSync(":memory:");
  migrate(database, formatAfter(0), "file");
  database.exec("INSERT INTO one VALUES (5)");
  migrate(database, formatAfter(1), "file");
  migrate(database, formatAfter(2), "file");
  expect({ ...database.prepare("SELECT one.n AS one, two.n AS two FROM one, two").get() }).toEqual({
    one: 5,
    two: 1,
  });
  expect(versionOf(database)).toBe(9);
  using made = new DatabaseSync(":memory:");
  migrate(made, formatAfter(1), "file");
  migrate(made, formatAfter(2), "file");
  expect([versionOf(made), tablesIn(made)]).toEqual([9, 2]);
});

test("a failed upgrade leaves the file unchanged", () => {
  using database = new DatabaseSync(":memory:");
  migrate(database, formatAfter(0), "file");
  const broken = {
    ...formatAfter(0),
    migrations: ["CREATE TABLE two (n)", "CREATE TABLE one (n)"],
  };
  expect(() => migrate(database, broken, "file")).toThrow(/already exists/);
  expect([versionOf(database), tablesIn(database)]).toEqual([7, 1]);
});

test("a file upgraded by another edition of a migration is refused with a message", () => {
  using database = new DatabaseSync(":memory:");
  migrate(database, formatAfter(0), "file");
  migrate(database, formatAfter(1), "file");
  const edited = { ...formatAfter(1), migrations: ["CREATE TABLE two (n, m)"] };
  expect(() => migrate(database, edited, "file")).toThrow(
    /file was upgraded with a different edition of migration 8.*Nothing was changed\..*restore a backup/,
  );
});

test("a file of a newer version is refused with a message", async () => {
  const folder = await newFolder();
  const path = join(folder, "spoor.db");
  await withStore(folder, async (store) => {
    await digestSamples(store, await newProject(store), [{ issue: "a", name: "1" }]);
    await store.artifacts.putChunk({
      digest: "d".repeat(40),
      bytes: Buffer.from("a chunk"),
      at: 1,
    });
  });
  setVersion(path, 99);
  const sentence = `${path} was written by a newer Spoor (format 99; this version supports up to ${newestOf(mainFormat)}).`;
  await expect(openSqliteStore(folder)).rejects.toThrow(sentence);
  await expect(openSqliteStore(folder, { readonly: true })).rejects.toThrow(sentence);
  setVersion(path, newestOf(mainFormat));
  setVersion(join(folder, "telemetry", "2026-11-21.db"), 99);
  setVersion(join(folder, "artifacts.db"), 99);
  await withStore(folder, async (store) => {
    const project = (await store.projects.list())[0]!;
    await expect(store.events.find(project.id, eventIdOf("1"))).rejects.toThrow(
      /2026-11-21.db was written by a newer/,
    );
    await expect(store.artifacts.readChunks(["d".repeat(40)])).rejects.toThrow(
      /artifacts.db was written by a newer/,
    );
  });
});

test("a folder of a development version is refused with a message and unchanged", async () => {
  const folder = await newFolder();
  await withStore(folder, newProject);
  setVersion(join(folder, "spoor.db"), 20);
  const sentence =
    /spoor\.db was written by a development version before 0\.2\.0 \(format 20;.*Nothing was changed\..*spoor export/;
  await expect(openSqliteStore(folder)).rejects.toThrow(sentence);
  await expect(openSqliteStore(folder, { readonly: true })).rejects.toThrow(sentence);
  using database = new DatabaseSync(join(folder, "spoor.db"));
  expect(versionOf(database)).toBe(20);
});

test("when a day file cannot be upgraded, spoor.db is not upgraded either", async () => {
  const folder = await newFolder();
  await withStore(folder, async (store) => {
    await digestSamples(store, await newProject(store), [{ issue: "a", name: "1" }]);
  });
  const day = join(folder, "telemetry", "2026-11-21.db");
  expect(() => refuseHalfUpgrade(folder)).not.toThrow();
  setVersion(day, 99);
  expect(() => refuseHalfUpgrade(folder)).toThrow(/2026-11-21\.db was written by a newer Spoor/);
  setVersion(day, 5);
  expect(() => refuseHalfUpgrade(folder)).toThrow(
    /2026-11-21\.db was written by a development version/,
  );
});

test("opened read-only, a file with pending migrations asks to start the server once", async () => {
  const folder = await newFolder();
  await withStore(folder, newProject);
  setVersion(join(folder, "spoor.db"), 0);
  await expect(openSqliteStore(folder, { readonly: true })).rejects.toThrow(
    /Start the server once/,
  );
});
