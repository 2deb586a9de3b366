import {
  copyFile,
  cp,
  open,
  readdir,
  rename,
  stat,
  truncate,
  unlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { markDamaged, markedDays, setAsideMarked } from "#server/storage/sqlite/damaged-days.ts";
import { dayFiles, dayOf } from "#server/storage/sqlite/day-files.ts";
import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import { checkStorage, describeStorage } from "#server/storage/retention/sizes.sqlite.ts";
import { digesting, eventNamed } from "#tests/storage/events/cardinality-sample.ts";
import {
  dayMs,
  digestSamples,
  everyPage,
  eventIdOf,
  newProject,
  noon,
  reread,
  spanOf,
} from "#tests/storage/sample.ts";
import { newFolder, withStore } from "./folder.ts";

test("events have one file per day, and more days than open files can be read", async () => {
  const folder = await newFolder();
  await withStore(folder, async (store) => {
    const project = await newProject(store);
    const samples = Array.from({ length: 50 }, (_, n) => ({
      issue: "a",
      name: `${n}`,
      at: noon - n * dayMs,
    }));
    const issues = await digestSamples(store, project, samples);
    expect(
      (await readdir(join(folder, "telemetry"))).filter((name) => name.endsWith(".db")),
    ).toHaveLength(50);
    const issue = await reread(store, issues.get("a")!);
    const rows = await everyPage((cursor) =>
      store.events.list({ issue, limit: 7, ...(cursor && { cursor }) }),
    );
    expect(rows.map(({ title }) => title)).toEqual(samples.map(({ name }) => name));
    expect((await store.events.pick(issue, "recommended"))!.title).toBe("0");
    expect((await store.events.pick(issue, "oldest"))!.title).toBe("49");
  });
});

test("a deleted day vanishes for stores that had it open and does not return", async () => {
  const folder = await newFolder();
  await withStore(folder, async (store) => {
    const project = await newProject(store);
    const samples = [0, 1, 2].map((n) => ({ issue: "a", name: `${n}`, at: noon - n * dayMs }));
    const issue = (await digestSamples(store, project, samples)).get("a")!;
    const middle = new Date(noon - dayMs).toISOString().slice(0, 10);
    const files = (await readdir(join(folder, "telemetry"))).filter((name) =>
      name.startsWith(middle),
    );
    await Promise.all(files.map((name) => unlink(join(folder, "telemetry", name))));
    const { rows } = await store.events.list({ issue: spanOf(issue, 9), limit: 50 });
    expect(rows.map(({ title }) => title)).toEqual(["0", "2"]);
    expect(await store.events.find(project.id, eventIdOf("1"))).toBeUndefined();
    expect(await readdir(join(folder, "telemetry"))).not.toContain(`${middle}.db`);
  });
});

async function deleteDays(folder: string): Promise<void> {
  const telemetry = join(folder, "telemetry");
  await Promise.all((await readdir(telemetry)).map((name) => unlink(join(telemetry, name))));
}

test("a deleted day whose file name is reused is read from the new file", async () => {
  const folder = await newFolder();
  await withStore(folder, async (writer) => {
    const project = await newProject(writer);
    await withStore(folder, async (reader) => {
      await digestSamples(writer, project, [{ issue: "a", name: "1" }]);
      expect(await reader.events.find(project.id, eventIdOf("1"))).toBeDefined();
      await deleteDays(folder);
      await digestSamples(writer, project, [{ issue: "a", name: "2" }]);
      expect((await reader.events.find(project.id, eventIdOf("2")))?.title).toBe("2");
    });
  });
});

test("damage in a deleted file is not attributed to its successor", async () => {
  const [folder, today] = [await newFolder(), dayOf(noon)];
  const path = join(folder, "telemetry", `${today}.db`);
  await withStore(folder, async (writer) => {
    const project = await newProject(writer);
    await digestSamples(writer, project, [{ issue: "a", name: "1" }]);
  });
  const damaged: string[] = [];
  const files = dayFiles(folder, false, { onDamaged: (day) => damaged.push(day) });
  onTestFinished(() => files.close());
  const [file, handle] = [files.open(today)!, await open(path, "r+")];
  await copyFile(path, `${path}.copy`);
  await rename(`${path}.copy`, path);
  const { size } = await handle.stat();
  await handle.write(Buffer.alloc(size - 4096, 0xa5), 0, size - 4096, 4096);
  await handle.close();
  expect(() => file.newest.all(1, Number.MAX_SAFE_INTEGER, 10)).toThrow(/malformed/);
  expect([damaged, markedDays(join(folder, "telemetry"))]).toEqual([[], []]);
  expect(files.open(today)!.newest.all(1, Number.MAX_SAFE_INTEGER, 10)).toHaveLength(1);
});

test("one damaged page of a day, wherever it is, keeps no other day from starting", async () => {
  const folder = await newFolder();
  const damagedDay = dayOf(noon - dayMs);
  const project = await withStore(folder, async (store) => {
    const filled = await newProject(store);
    const samples = Array.from({ length: 40 }, (_, n) => ({
      issue: `${n % 7}`,
      name: `${n}`,
      at: noon - dayMs,
    }));
    await digestSamples(store, filled, samples);
    return filled;
  });
  const { size } = await stat(join(folder, "telemetry", `${damagedDay}.db`));
  const pages = Array.from({ length: size / 4096 }, (_, page) => page);
  expect(pages.length).toBeGreaterThan(20);
  for (const page of pages) {
    const copy = await newFolder();
    await cp(folder, copy, { recursive: true });
    const file = await open(join(copy, "telemetry", `${damagedDay}.db`), "r+");
    await file.write(Buffer.alloc(4096), 0, 4096, page * 4096);
    await file.close();
    await withStore(
      copy,
      async (store) => {
        const digest = () =>
          digestSamples(store, project, [{ issue: "later", name: `later ${page}` }]);
        // The batch that finds the damage fails, and the queue repeats it.
        await digest().catch(digest);
        expect(await store.events.find(project.id, eventIdOf(`later ${page}`))).toBeDefined();
      },
      { recover: true },
    );
  }
});

test("a file missing after another one of its day was set aside is noticed", async () => {
  const folder = await newFolder();
  const telemetry = join(folder, "telemetry");
  const today = dayOf(noon);
  await withStore(folder, async (store) => {
    await digestSamples(store, await newProject(store), [{ issue: "a", name: "1" }]);
    await store.files.look(noon);
    markDamaged(telemetry, today);
  });
  expect(setAsideMarked(telemetry)).toEqual([today]);
  await withStore(folder, async (store) => {
    expect(await store.files.look(noon)).toMatchObject({ missing: [], setAside: [today] });
    await digestSamples(store, await newProject(store), [{ issue: "a", name: "2" }]);
    expect(await store.files.look(noon)).toMatchObject({ missing: [], setAside: [today] });
    await unlink(join(telemetry, `${today}.db`));
    expect(await store.files.look(noon)).toMatchObject({ missing: [today], setAside: [today] });
  });
});

test("a read-only store shows data, follows the writer, and refuses writes", async () => {
  const folder = await newFolder();
  await withStore(folder, async (writer) => {
    const project = await newProject(writer);
    await withStore(
      folder,
      async (store) => {
        await digestSamples(writer, project, [{ issue: "a", name: "1" }]);
        expect((await store.events.find(project.id, eventIdOf("1")))!.title).toBe("1");
        expect(await store.projects.bySlug(project.slug)).toMatchObject({
          id: project.id,
          firstEventAt: noon,
        });
        await expect(store.settings.set("a", "b")).rejects.toThrow(/readonly/);
        await expect(store.digest(async () => undefined)).rejects.toThrow(/readonly/);
      },
      { readonly: true },
    );
  });
  await expect(openSqliteStore(join(folder, "nowhere"), { readonly: true })).rejects.toThrow(
    /No Spoor data/,
  );
});

test("many threads may open an empty folder at once and write to it", async () => {
  const folder = await newFolder();
  const threads = Array.from({ length: 4 }, (_, n) => {
    return new Worker(new URL("./opening-thread.ts", import.meta.url), {
      workerData: { folder, name: `${n}` },
    });
  });
  const codes = await Promise.all(
    threads.map(
      (thread) => new Promise((resolve, reject) => thread.on("exit", resolve).on("error", reject)),
    ),
  );
  expect(codes).toEqual([0, 0, 0, 0]);
  await withStore(folder, async (store) => {
    expect(await Promise.all(["0", "1", "2", "3"].map((name) => store.settings.get(name)))).toEqual(
      ["20", "20", "20", "20"],
    );
  });
});

test("sizes list every file, newest day first, and mark damaged ones", async () => {
  const folder = await newFolder();
  await withStore(folder, async (store) => {
    const samples = Array.from({ length: 50 }, (_, n) => ({
      issue: "a",
      name: `${n}`,
      at: noon - (n % 2) * dayMs,
    }));
    await digestSamples(store, await newProject(store), samples);
  });
  const names = ["spoor.db", "telemetry/2026-11-21.db", "telemetry/2026-11-20.db"];
  const sizes = await describeStorage(folder);
  expect(sizes.map(({ file }) => file)).toEqual(names);
  expect(Math.min(...sizes.map(({ bytes }) => bytes))).toBeGreaterThan(10_000);
  expect(await checkStorage(folder)).toEqual(names.map((file) => ({ file })));
  await truncate(join(folder, names[1]!), 9_000);
  await writeFile(
    join(folder, names[2]!),
    "not a database, though it is long enough to look like one".repeat(100),
  );
  expect(await checkStorage(folder)).toEqual([
    { file: names[0] },
    { file: names[1], fault: expect.stringMatching(/damaged|cannot be read/) },
    { file: names[2], fault: expect.stringMatching(/not a database/) },
  ]);
  expect(await describeStorage(join(folder, "nowhere"))).toEqual([]);
});

test("a late event of a damaged day is filed under its receipt and delays no other", async () => {
  const folder = await newFolder();
  await withStore(folder, async (store) => {
    const { id } = await newProject(store);
    const digest = digesting(store, {});
    const late = (name: string, days: number) => {
      const at = noon - days * dayMs;
      return eventNamed(id, name, { timestamp: at, at });
    };
    await digest({ events: [late("before", 3)] });
    markDamaged(join(folder, "telemetry"), dayOf(noon - 3 * dayMs));
    await digest({ events: [late("after", 3), late("beside", 2)] });
    const place = async (name: string) => (await store.events.find(id, eventIdOf(name)))?.at;
    expect([await place("before"), await place("after"), await place("beside")]).toEqual([
      undefined,
      noon,
      noon - 2 * dayMs,
    ]);
  });
});

test("a late event of a missing day file is filed under its receipt", async () => {
  const folder = await newFolder();
  await withStore(folder, async (store) => {
    const { id } = await newProject(store);
    const digest = digesting(store, {});
    const at = noon - 3 * dayMs;
    await digest({ events: [eventNamed(id, "before", { timestamp: at, at })] });
    await deleteDays(folder);
    await digest({ events: [eventNamed(id, "after", { timestamp: at, at })] });
    expect((await store.events.find(id, eventIdOf("after")))?.at).toBe(noon);
    expect(await readdir(join(folder, "telemetry"))).not.toContain(`${dayOf(at)}.db`);
  });
});
