import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import type { NewAttachment } from "#server/storage/attachments/attachment-store.ts";
import type { Store } from "#server/storage/store.ts";
import { noChanges } from "#tests/storage/no-changes.ts";
import { digestSamples, eventIdOf, newProject, noon } from "#tests/storage/sample.ts";
import { newFolder, withStore } from "./folder.ts";

const eventId = eventIdOf("e");
const fileOf = (projectId: ProjectId, name: string): NewAttachment => ({
  projectId,
  eventId,
  at: noon,
  name,
  contentType: "text/plain",
  kind: "event.attachment",
  byteLength: 4,
  bytes: Buffer.from("text"),
  digest: name,
});
const write = (store: Store, segment: number, ...attachments: NewAttachment[]) =>
  store.digest((transaction) =>
    transaction.save({ ...noChanges, attachments, cursor: { segment, offset: 0 } }),
  );
const namesIn = async (store: Store, projectId: ProjectId) =>
  (await store.attachments.list({ projectId, eventId, receivedAt: noon })).map(({ name }) => name);

function countIn(folder: string, table: string): number {
  using file = new DatabaseSync(join(folder, "telemetry/2026-11-21.db"), { readOnly: true });
  return (file.prepare(`SELECT count(*) AS count FROM ${table}`).get() as { count: number }).count;
}

test("a batch lost in a crash loses only its own attachments", async () => {
  const folder = await newFolder();
  const project = await withStore(folder, async (store) => {
    const made = await newProject(store);
    await write(store, 1, fileOf(made.id, "before"));
    return made;
  });
  await cp(join(folder, "spoor.db"), join(folder, "saved"));
  await withStore(folder, async (store) => {
    await digestSamples(store, project, [{ issue: "a", name: "e" }], { segment: 2, offset: 0 });
    await write(store, 3, fileOf(project.id, "lost"));
  });
  for (const suffix of ["", "-wal", "-shm"])
    await rm(join(folder, `spoor.db${suffix}`), { force: true });
  await cp(join(folder, "saved"), join(folder, "spoor.db"));

  await withStore(folder, async (store) =>
    expect(await namesIn(store, project.id)).toEqual(["before"]),
  );
  await withStore(
    folder,
    async (store) => {
      expect(await namesIn(store, project.id)).toEqual(["before"]);
      await write(store, 4, fileOf(project.id, "lost"));
      expect(await namesIn(store, project.id)).toEqual(["before", "lost"]);
    },
    { recover: true },
  );
  expect(countIn(folder, "attachment_chunks")).toBe(2);
});

test("deleting an event deletes its attachments, and a project all of its own", async () => {
  const folder = await newFolder();
  await withStore(folder, async (store) => {
    const [one, two] = [await newProject(store), await newProject(store)];
    await digestSamples(store, one, [{ issue: "a", name: "e" }]);
    await write(store, 2, fileOf(one.id, "a"), fileOf(one.id, "b"), fileOf(two.id, "c"));
    using file = new DatabaseSync(join(folder, "telemetry/2026-11-21.db"));
    file.prepare("DELETE FROM events WHERE project_id = ?").run(one.id);
    expect(await namesIn(store, one.id)).toEqual([]);
    expect(await namesIn(store, two.id)).toEqual(["c"]);
    expect(countIn(folder, "attachment_chunks")).toBe(1);

    await store.deletions.begin(two.id, { at: noon });
    for (let at = 0; at < 50 && (await store.deletions.underWay()).length > 0; at += 1)
      await store.deletions.advance(two.id, noon);
    expect(countIn(folder, "attachments") + countIn(folder, "attachment_chunks")).toBe(0);
  });
});
