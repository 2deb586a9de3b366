import { mkdir, open, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import { verifyBackup } from "#server/backup/verify-backup.ts";
import { type Backup, beginBackup } from "#server/backup/write-backup.ts";
import { cursorAfter, openSpool, type SpoolEntry } from "#server/digest/spool/spool.ts";
import { restoredMark } from "#server/digest/spool/spool-copy.ts";
import { lockFolder } from "#server/storage/sqlite/lock.ts";
import { mainFormat, newestOf } from "#server/storage/formats.ts";
import { digestSamples, eventIdOf, newProject, noon } from "#tests/storage/sample.ts";
import { newFolder, withStore } from "./folder.ts";

const begin = async (dataFolder: string): Promise<Backup> =>
  beginBackup({
    dataFolder,
    scratch: await newFolder(),
    version: "1.0",
    now: () => noon,
    onProgress: () => undefined,
  });

async function bytesOf(backup: Backup): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of backup.pieces) pieces.push(piece);
  await backup.release();
  return Buffer.concat(pieces);
}

const streamOf = (bytes: Buffer) => Readable.from([bytes]);

async function restored(bytes: Buffer): Promise<string> {
  const dataFolder = await newFolder();
  await restoreBackup(streamOf(bytes), { dataFolder, force: false, now: () => noon });
  return dataFolder;
}

test("a backup has every file as of its start, whatever is written later", async () => {
  const folder = await newFolder();
  const bytes = await withStore(folder, async (store) => {
    const project = await newProject(store, "shop");
    await digestSamples(store, project, [{ issue: "a", name: "before" }], {
      segment: 2,
      offset: 10,
    });
    const backup = await begin(folder);
    const later = [
      { issue: "a", name: "after" },
      { issue: "b", name: "of another day", at: noon - 86_400_000 },
    ];
    await digestSamples(store, project, later, { segment: 3, offset: 20 });
    return bytesOf(backup);
  });
  await withStore(await restored(bytes), async (store) => {
    const [project] = await store.projects.list();
    expect(await store.digested()).toEqual({ segment: 2, offset: 10 });
    expect((await store.issues.find(project!.id, { number: 1 }))!.count).toBe(1);
    expect(await store.issues.find(project!.id, { number: 2 })).toBeUndefined();
    expect((await store.events.find(project!.id, eventIdOf("before")))!.title).toBe("before");
    expect(await store.events.find(project!.id, eventIdOf("after"))).toBeUndefined();
  });
});

const record = (text: string) => ({
  head: {
    projectId: 1 as never,
    method: "POST",
    url: "/",
    headers: {},
    receivedAt: noon,
    remoteAddress: "",
  },
  body: Buffer.from(text),
});

test("a backup has complete, undigested queue records only", async () => {
  const folder = await newFolder();
  const spoolFolder = join(folder, "spool");
  const entries: SpoolEntry[] = [];
  const spool = await openSpool(spoolFolder, undefined, { segmentBytes: 1 });
  for (const text of ["digested", "too", "b", "c", "d"]) {
    entries.push(await spool.append(record(text)));
    // The next segment is created in this time.
    await pause(40);
  }
  const [, digested, ...waiting] = entries;
  await withStore(folder, async (store) => {
    const project = await newProject(store, "shop");
    await digestSamples(store, project, [{ issue: "a", name: "a" }], cursorAfter(digested!));
  });
  const nameOf = ({ segment }: SpoolEntry) => `${String(segment).padStart(8, "0")}.spool`;
  await writeFile(join(spoolFolder, nameOf(entries.at(-1)!)), Buffer.from([9, 0, 0, 0, 1]), {
    flag: "a",
  });
  const backup = await begin(folder);
  await spool.release({ segment: 99, offset: 0 });
  await spool.close();
  expect(await readdir(spoolFolder)).toEqual([]);
  const bytes = await bytesOf(backup);
  expect(await verifyBackup(streamOf(bytes), await newFolder())).toMatchObject({
    faults: [],
    counts: { spooledRequests: 3 },
  });

  const again = join(await restored(bytes), "spool");
  expect((await readdir(again)).toSorted()).toEqual([...waiting.map(nameOf), restoredMark]);
  const torn: unknown[] = [];
  const reopened = await openSpool(again, cursorAfter(digested!), {
    onTorn: (where) => torn.push(where),
  });
  expect(reopened.waiting).toEqual(waiting);
  expect(torn).toEqual([]);
  await reopened.close();
});

test("a backup has no digested record of a partly digested segment", async () => {
  const folder = await newFolder();
  const spool = await openSpool(join(folder, "spool"));
  const digested = await spool.append(record("password=hunter2"));
  const waiting = await Promise.all(["b", "c"].map((text) => spool.append(record(text))));
  expect(waiting[0]!.segment).toBe(digested.segment);
  await withStore(folder, async (store) => {
    const project = await newProject(store, "shop");
    await digestSamples(store, project, [{ issue: "a", name: "a" }], cursorAfter(digested));
  });
  const bytes = await bytesOf(await begin(folder));
  await spool.close();
  expect((await verifyBackup(streamOf(bytes), await newFolder())).counts).toMatchObject({
    spooledRequests: 2,
  });
  const again = join(await restored(bytes), "spool");
  const [name] = (await readdir(again)).filter((each) => each !== restoredMark);
  expect((await readFile(join(again, name!))).includes("hunter2")).toBe(false);
  const reopened = await openSpool(again, cursorAfter(digested));
  expect(reopened.waiting).toEqual(waiting);
  await reopened.close();
});

/** Overwrites a page like a failing disk. */
async function overwriteRoot(path: string, table: string): Promise<void> {
  const database = new DatabaseSync(path);
  const root = database
    .prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?")
    .get(table)!.rootpage;
  const { page_size: pageBytes } = database.prepare("PRAGMA page_size").get() as {
    page_size: number;
  };
  database.close();
  const file = await open(path, "r+");
  await file.write(Buffer.alloc(pageBytes, 0xff), 0, pageBytes, (Number(root) - 1) * pageBytes);
  await file.close();
}

test("a damaged database is detected although every checksum is right", async () => {
  const folder = await newFolder();
  await withStore(folder, async (store) => {
    const project = await newProject(store, "shop");
    await digestSamples(store, project, [
      { issue: "a", name: "1", tags: [["browser", "Firefox"]] },
    ]);
  });
  await overwriteRoot(join(folder, "spoor.db"), "issue_tags");
  const { faults } = await verifyBackup(
    streamOf(await bytesOf(await begin(folder))),
    await newFolder(),
  );
  expect(faults.join()).toMatch(/^spoor.db is damaged \(/);
});

test("a backup of a newer version is refused with a message and restores nothing", async () => {
  const folder = await newFolder();
  await withStore(folder, (store) => newProject(store, "shop"));
  {
    using database = new DatabaseSync(join(folder, "spoor.db"));
    database.exec("PRAGMA user_version = 99");
  }
  const bytes = await bytesOf(await begin(folder));
  const dataFolder = await newFolder();
  await expect(
    restoreBackup(streamOf(bytes), { dataFolder, force: false, now: () => noon }),
  ).rejects.toThrow(
    `The backup was written by Spoor 1.0, a newer version: spoor.db has format 99; this version supports up to ${newestOf(mainFormat)}. Use that version.`,
  );
  expect(await readdir(dataFolder)).toEqual(["server.lock"]);
  const { faults } = await verifyBackup(streamOf(bytes), await newFolder());
  expect(faults.join()).toMatch(/spoor.db was written by a newer Spoor/);
});

test("after an interrupted restore, the server refuses to start until the restore is repeated", async () => {
  const folder = await newFolder();
  await withStore(folder, (store) => newProject(store, "shop"));
  const bytes = await bytesOf(await begin(folder));
  const dataFolder = await newFolder();
  // As a kill leaves it: unpacked and checked, with one file in place.
  await mkdir(join(dataFolder, "restored"));
  await writeFile(join(dataFolder, "restored", "spoor.db"), "unpacked");
  await writeFile(join(dataFolder, "secret.key"), "in place");
  expect(() => lockFolder(dataFolder)).toThrow(
    /was interrupted. Run “spoor restore FILE --force” again/,
  );
  await expect(
    restoreBackup(streamOf(bytes), { dataFolder, force: false, now: () => noon }),
  ).rejects.toThrow(/--force/);
  const { movedTo } = await restoreBackup(streamOf(bytes), {
    dataFolder,
    force: true,
    now: () => noon,
  });
  expect((await readdir(movedTo!)).toSorted()).toEqual(["restored", "secret.key"]);
  lockFolder(dataFolder).release();
  await withStore(dataFolder, async (store) =>
    expect((await store.projects.list())[0]!.slug).toBe("shop"),
  );
});

test("a kill while unpacking leaves existing files unchanged", async () => {
  const folder = await newFolder();
  await withStore(folder, (store) => newProject(store, "shop"));
  const bytes = await bytesOf(await begin(folder));
  const dataFolder = await newFolder();
  await mkdir(join(dataFolder, "restoring", "telemetry"), { recursive: true });
  await writeFile(join(dataFolder, "restoring", "spoor.db"), "half of it");
  lockFolder(dataFolder).release();
  await restoreBackup(streamOf(bytes), { dataFolder, force: false, now: () => noon });
  await withStore(dataFolder, async (store) =>
    expect((await store.projects.list())[0]!.slug).toBe("shop"),
  );
  expect(await readdir(dataFolder)).not.toContain("restoring");
});
