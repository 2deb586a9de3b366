import { expect, test } from "vitest";
import { eventKey } from "#server/storage/digest/digest-store.ts";
import type { Bench } from "#tests/storage/contract.ts";
import {
  dayMs,
  digestSamples,
  eventIdOf,
  newProject,
  noon,
  reread,
} from "#tests/storage/sample.ts";

export function digestContract(bench: Bench): void {
  test("the cursor is undefined before the first batch and advances with each", async () => {
    const project = await newProject(bench.store);
    expect(await bench.store.digested()).toBeUndefined();
    await digestSamples(bench.store, project, [{ issue: "a", name: "1" }], {
      segment: 3,
      offset: 77,
    });
    expect(await (await bench.another()).digested()).toEqual({ segment: 3, offset: 77 });
  });

  test("a failed batch leaves no issue, number, event, user, or cursor", async () => {
    const project = await newProject(bench.store);
    const failing = bench.store.digest(async (transaction) => {
      await digestSamples({ ...bench.store, digest: (work) => work(transaction) }, project, [
        { issue: "a", name: "1", user: "u" },
      ]);
      throw new Error("the disk is full");
    });
    await expect(failing).rejects.toThrow("the disk is full");
    expect(await bench.store.digested()).toBeUndefined();
    expect(await bench.store.events.find(project.id, eventIdOf("1"))).toBeUndefined();
    expect((await bench.store.issues.counts(project.id)).all).toBe(0);
    const issues = await digestSamples(bench.store, project, [
      { issue: "a", name: "1", user: "u" },
    ]);
    expect(issues.get("a")!.shortId).toBe("SHOP-1");
    expect(await reread(bench.store, issues.get("a")!)).toMatchObject({ count: 1, userCount: 1 });
  });

  test("a replayed request is claimed once, and not by a failed batch", async () => {
    const claim = (...digests: string[]) =>
      bench.store.digest((transaction) => transaction.claimReplayed(digests, noon));
    const failing = bench.store.digest(async (transaction) => {
      expect(await transaction.claimReplayed(["a", "b"], noon)).toEqual(new Set(["a", "b"]));
      throw new Error("the disk is full");
    });
    await expect(failing).rejects.toThrow("the disk is full");
    expect(await claim("b", "a")).toEqual(new Set(["a", "b"]));
    expect(await claim("a", "c", "b")).toEqual(new Set(["c"]));
    expect(await claim("a", "b", "c")).toEqual(new Set());
  });

  test("duplicates are detected per project, including yesterday's", async () => {
    const [one, two] = [await newProject(bench.store), await newProject(bench.store)];
    await digestSamples(bench.store, one, [{ issue: "a", name: "yesterday", at: noon - dayMs }]);
    await digestSamples(bench.store, one, [{ issue: "a", name: "today" }]);
    const asked = [one, two].flatMap(({ id: projectId }) =>
      ["yesterday", "today", "new"].map((name) => ({ projectId, eventId: eventIdOf(name) })),
    );
    const found = await bench.store.digest((transaction) => transaction.duplicates(asked));
    expect(found).toEqual(new Set(asked.slice(0, 2).map(eventKey)));
  });

  test("given the receipt time, duplicates are looked up on that day and the day before", async () => {
    const project = await newProject(bench.store);
    const at = noon - 5 * dayMs;
    await digestSamples(bench.store, project, [{ issue: "a", name: "1", at }]);
    for (const days of [1, 2])
      await digestSamples(bench.store, project, [
        { issue: "a", name: `later ${days}`, at: noon - days },
      ]);
    const asked = (receivedAt: number) =>
      bench.store.digest((given) =>
        given.duplicates([{ projectId: project.id, eventId: eventIdOf("1"), receivedAt }]),
      );
    expect((await asked(at + 5)).size).toBe(1);
    expect((await asked(at + dayMs)).size).toBe(1);
    expect((await asked(at + 2 * dayMs)).size).toBe(0);
  });

  test("a repeated event counts once", async () => {
    const project = await newProject(bench.store);
    const issues = await digestSamples(bench.store, project, [{ issue: "a", name: "1" }]);
    await digestSamples(bench.store, project, [
      { issue: "a", name: "1" },
      { issue: "a", name: "2" },
    ]);
    const issue = await reread(bench.store, issues.get("a")!);
    expect(issue.count).toBe(2);
    expect((await bench.store.events.list({ issue, limit: 50 })).rows).toHaveLength(2);
  });

  test("an event repeated after days is stored once and stops no batch", async () => {
    const project = await newProject(bench.store);
    const old = { issue: "a", name: "old", at: noon - 5 * dayMs };
    await digestSamples(bench.store, project, [old]);
    for (const days of [1, 2])
      await digestSamples(bench.store, project, [
        { issue: "a", name: `${days}`, at: noon - days * dayMs },
      ]);
    const issues = await digestSamples(bench.store, project, [old, { issue: "a", name: "new" }]);
    const issue = await reread(bench.store, issues.get("a")!);
    const { rows } = await bench.store.events.list({ issue, limit: 50 });
    expect(rows.map(({ title }) => title)).toEqual(["new", "1", "2", "old"]);
  });

  test("users are counted once per issue over batches", async () => {
    const project = await newProject(bench.store);
    const issues = await digestSamples(bench.store, project, [
      { issue: "a", name: "1", user: "ada" },
      { issue: "a", name: "2", user: "ada" },
      { issue: "b", name: "3", user: "ada" },
    ]);
    await digestSamples(bench.store, project, [
      { issue: "a", name: "4", user: "bob" },
      { issue: "a", name: "5", user: "ada" },
      { issue: "a", name: "6" },
    ]);
    expect((await reread(bench.store, issues.get("a")!)).userCount).toBe(2);
    expect((await reread(bench.store, issues.get("b")!)).userCount).toBe(1);
  });

  test("batches and other writes wait for each other, within a store and between two", async () => {
    const project = await newProject(bench.store);
    const beside = await bench.another();
    const batches = Array.from({ length: 12 }, (_, n) =>
      digestSamples(n % 2 ? beside : bench.store, project, [{ issue: "a", name: `${n}` }]),
    );
    await Promise.all([
      ...batches,
      bench.store.settings.set("a", "b"),
      beside.settings.set("c", "d"),
    ]);
    const issue = (await bench.store.issues.find(project.id, { number: 1 }))!;
    expect(issue.count).toBe(12);
    expect((await bench.store.events.list({ issue, limit: 50 })).rows).toHaveLength(12);
  });

  test("uncommitted writes are invisible to other stores and to the same one", async () => {
    const project = await newProject(bench.store);
    const beside = await bench.another();
    await bench.store.digest(async (transaction) => {
      const through = {
        ...bench.store,
        digest: (work: (given: typeof transaction) => never) => work(transaction),
      };
      await digestSamples(through as typeof bench.store, project, [{ issue: "a", name: "1" }]);
      for (const store of [bench.store, beside]) {
        expect((await store.issues.counts(project.id)).all).toBe(0);
        expect(await store.events.find(project.id, eventIdOf("1"))).toBeUndefined();
      }
    });
    for (const store of [bench.store, beside]) {
      expect((await store.issues.counts(project.id)).all).toBe(1);
      expect(await store.events.find(project.id, eventIdOf("1"))).toBeDefined();
    }
  });

  test("a second save in a batch adds to the first", async () => {
    const project = await newProject(bench.store);
    await bench.store.digest(async (transaction) => {
      const through = {
        ...bench.store,
        digest: <T>(work: (given: typeof transaction) => Promise<T>) => work(transaction),
      };
      await digestSamples(through, project, [{ issue: "a", name: "1" }]);
      await digestSamples(through, project, [{ issue: "a", name: "2" }]);
    });
    expect((await bench.store.issues.find(project.id, { number: 1 }))!.count).toBe(2);
    expect(await bench.store.events.find(project.id, eventIdOf("2"))).toBeDefined();
  });
}
