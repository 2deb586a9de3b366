import { DatabaseSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import type { Project } from "#server/domain/project/project.ts";
import type { Store } from "#server/storage/store.ts";
import { digestSamples, newProject, noon, type Sample } from "#tests/storage/sample.ts";
import { newFolder, withStore } from "./folder.ts";

test("an issue is found by its newest words only, before and after they are indexed", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
  const folder = await newFolder();
  const project = await withStore(folder, async (store) => {
    const made = await newProject(store);
    await digestSamples(store, made, [
      sample(1, "apple tree"),
      { ...sample(2, "apple pie"), issue: "other" },
    ]);
    await digestSamples(store, made, [sample(3, "banana split")]);
    expect(waitingIn(folder)).toBe(1);
    expect(await found(store, made, "banana")).toEqual(["banana split"]);
    expect(await found(store, made, "banana", "split")).toEqual(["banana split"]);
    expect(await found(store, made, "apple")).toEqual(["apple pie"]);
    expect(await found(store, made, "banana", "apple")).toEqual([]);
    return made;
  });
  await withStore(folder, async (store) => {
    expect(await found(store, project, "banana")).toEqual(["banana split"]);
    vi.setSystemTime(noon + 10_000);
    await digestSamples(store, project, [sample(4, "cherry cake")]);
    expect(waitingIn(folder)).toBe(0);
    expect(await found(store, project, "cherry")).toEqual(["cherry cake"]);
    expect(await found(store, project, "banana")).toEqual([]);
  });
  vi.useRealTimers();
});

test("at most some hundred issues wait for the index", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
  const folder = await newFolder();
  await withStore(folder, async (store) => {
    const project = await newProject(store);
    const many = (word: string, at: number) =>
      Array.from({ length: 300 }, (_, n) => ({
        ...sample(at, `${word} ${n}`),
        issue: `${n}`,
        name: `${word} ${n}`,
      }));
    await digestSamples(store, project, many("first", 1));
    await digestSamples(store, project, many("second", 2));
    expect(waitingIn(folder)).toBe(0);
    expect(await found(store, project, "second", "299")).toEqual(["second 299"]);
  });
  vi.useRealTimers();
});

const sample = (at: number, value: string): Sample => ({
  issue: "fruit",
  name: value,
  at: noon + at,
  value,
});

async function found(
  store: Store,
  { id: projectId }: Project,
  ...words: string[]
): Promise<string[]> {
  const query = { states: [], levels: [], words };
  const { rows } = await store.issues.list({
    projectId,
    query,
    sort: "last-seen",
    limit: 50,
    now: noon,
  });
  return rows.map(({ value }) => value);
}

function waitingIn(folder: string): number {
  using database = new DatabaseSync(`${folder}/spoor.db`, { readOnly: true });
  return Number(database.prepare("SELECT count(*) AS count FROM issue_words_due").get()!["count"]);
}
