import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { zstdDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import type { EventId } from "#server/domain/ids.ts";
import { migrate } from "#server/storage/sqlite/migrate.ts";
import { artifactChain, type Chain, dayChain, mainChain } from "#server/storage/sqlite/migrations/chain.ts";
import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import { objectsOf } from "#server/storage/sqlite/schema-objects.ts";
import { newFolder, withStore } from "./sqlite-folder.ts";

const day = "telemetry/2026-11-23.db";

/** As an earlier commit left it: format 20 without the table `shares` (`old-folder/README.md`). */
async function oldFolder(): Promise<string> {
  const folder = await newFolder();
  await mkdir(join(folder, "telemetry"));
  for (const [name, path] of [
    ["spoor.db", "spoor.db"],
    ["2026-11-23.db", day],
  ] as const) {
    const bytes = zstdDecompressSync(await readFile(new URL(`./old-folder/${name}.zst`, import.meta.url)));
    await writeFile(join(folder, path), bytes);
  }
  return folder;
}

function change(path: string, sql: string): void {
  using database = new DatabaseSync(path);
  database.exec(sql);
}

function versionAndTables(path: string): { version: unknown; tables: string[] } {
  using database = new DatabaseSync(path, { readOnly: true });
  return {
    version: database.prepare("PRAGMA user_version").get()!.user_version,
    tables: [...objectsOf(database).keys()],
  };
}

test("a folder of a commit whose migration was edited later opens: what is missing is created, and named", async () => {
  const folder = await oldFolder();
  const told: string[][] = [];
  await withStore(
    folder,
    async (store) => {
      const [project] = await store.projects.list();
      const event = await store.events.find(project!.id, "1".padStart(32, "0") as EventId);
      expect(event!.title).toBe("an old event 1");
      expect(await store.shares.list(project!.id)).toEqual([]);
    },
    { recover: true, onRepaired: (names) => void told.push(names) },
  );
  expect(told).toEqual([["shares", "shares_by_project", "shares_by_issue", "shares_by_person"]]);
  await withStore(folder, async () => undefined, { onRepaired: (names) => void told.push(names) });
  expect(told).toHaveLength(1);
});

test("when spoor.db cannot be upgraded, the days' files stay as the old version reads them", async () => {
  const folder = await oldFolder();
  change(join(folder, "spoor.db"), "ALTER TABLE retention_acts RENAME COLUMN kind TO reason");
  const [main, before] = await Promise.all([readFile(join(folder, "spoor.db")), readFile(join(folder, day))]);
  await expect(openSqliteStore(folder, { recover: true })).rejects.toThrow(
    /spoor\.db says that it has format 20, but retention_acts is not what this version makes.*Nothing was changed\..*spoor export/,
  );
  expect(await readFile(join(folder, "spoor.db"))).toEqual(main);
  expect(await readFile(join(folder, day))).toEqual(before);
});

test("when a day's file cannot follow, spoor.db is not upgraded either", async () => {
  const folder = await oldFolder();
  const before = versionAndTables(join(folder, "spoor.db"));
  change(join(folder, day), "PRAGMA user_version = 99");
  await expect(openSqliteStore(folder)).rejects.toThrow(/2026-11-23\.db was written by a newer Spoor/);
  change(join(folder, day), "PRAGMA user_version = 5; ALTER TABLE packs RENAME COLUMN frame TO pack");
  await expect(openSqliteStore(folder)).rejects.toThrow(/2026-11-23\.db says that it has format 5, but packs/);
  expect(versionAndTables(join(folder, "spoor.db"))).toEqual(before);
  expect(before.tables).not.toContain("shares");
});

test("a file that another edition of a migration made is refused in a sentence", async () => {
  const folder = await newFolder();
  await withStore(folder, async () => undefined);
  change(join(folder, "spoor.db"), "UPDATE migrations SET checksum = 'another' WHERE version = 19");
  const sentence = /spoor\.db was upgraded by another edition of migration 19.*Nothing was changed\..*restore a backup/;
  await expect(openSqliteStore(folder)).rejects.toThrow(sentence);
  await expect(openSqliteStore(folder, { readonly: true })).rejects.toThrow(sentence);
});

const chains = [
  ["spoor.db", mainChain],
  ["a day's file", dayChain],
  ["artifacts.db", artifactChain],
] as const;

test.each(chains)("%s that never ran one of its migrations is completed, or refused as it is", (file, chain) => {
  let completed = 0;
  for (const [at] of chain.entries()) {
    using database = fileWithout(chain, at);
    if (!database) continue;
    const before = objectsOf(database);
    try {
      const created = migrate(database, chain, file);
      expect(created).toEqual(expect.arrayContaining(namesOf(chain).filter((name) => !before.has(name))));
      expect([...objectsOf(database).keys()].toSorted()).toEqual(namesOf(chain).toSorted());
      expect(migrate(database, chain, file)).toEqual([]);
      completed += 1;
    } catch (error) {
      // A column in the middle of a table cannot be added: statements that name no columns would miss it.
      expect((error as Error).message).toMatch(/not what this version makes.*Nothing was changed/);
      expect(objectsOf(database)).toEqual(before);
    }
  }
  expect(completed).toBeGreaterThan(chain === mainChain ? 5 : 0);
});

/** As a version that recorded nothing left it; undefined where later migrations cannot do without that one. */
function fileWithout(chain: Chain, left: number): DatabaseSync | undefined {
  const database = new DatabaseSync(":memory:");
  try {
    for (const [at, sql] of chain.entries()) if (at !== left) database.exec(sql);
    database.exec(`PRAGMA user_version = ${chain.length}`);
    return database;
  } catch {
    database.close();
    return undefined;
  }
}

function namesOf(chain: Chain): string[] {
  using database = new DatabaseSync(":memory:");
  for (const sql of chain) database.exec(sql);
  return [...objectsOf(database).keys()];
}

test("a column, an index and rows that a migration adds are created where they are missing", () => {
  const first = "CREATE TABLE one (a INTEGER); INSERT INTO one VALUES (7);";
  const second = `${first} ALTER TABLE one ADD COLUMN b TEXT NOT NULL DEFAULT 'x'; CREATE INDEX one_by_a ON one (a);
    CREATE TABLE counter (n INTEGER); INSERT INTO counter VALUES (1);`;
  using database = new DatabaseSync(":memory:");
  database.exec(`${first} PRAGMA user_version = 1`);
  expect(migrate(database, [second], "file")).toEqual(["one.b", "one_by_a", "counter"]);
  expect(database.prepare("SELECT a, b, n FROM one, counter").all()).toMatchObject([{ a: 7, b: "x", n: 1 }]);
});
