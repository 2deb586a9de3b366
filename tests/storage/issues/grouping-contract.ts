import { expect, test } from "vitest";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Store } from "#server/storage/store.ts";
import type { Bench } from "#tests/storage/contract.ts";
import {
  dayMs,
  digestSamples,
  eventIdOf,
  hashOf,
  newProject,
  noon,
  reread,
  type Sample,
} from "#tests/storage/sample.ts";

const by = { kind: "system" } as const;
const called = { type: "Error", value: "split off", culprit: "" };

/** Two issues over two days: ada is in both, bob and cyd in one each. */
const samples: Sample[] = [
  {
    issue: "a",
    name: "a1",
    user: "ada",
    at: noon - dayMs,
    environment: "live",
    release: "1.0",
    tags: [["os", "mac"]],
  },
  {
    issue: "a",
    name: "a2",
    user: "bob",
    at: noon,
    environment: "live",
    release: "1.1",
    tags: [["os", "linux"]],
  },
  {
    issue: "b",
    name: "b1",
    user: "ada",
    at: noon - dayMs + 1,
    environment: "test",
    release: "1.0",
    tags: [["os", "mac"]],
  },
  {
    issue: "b",
    name: "b2",
    user: "cyd",
    at: noon + 1,
    environment: "live",
    release: "1.2",
    tags: [["cpu", "arm"]],
  },
];

export function groupingContract(bench: Bench): void {
  async function two() {
    const project = await newProject(bench.store);
    const issues = await digestSamples(bench.store, project, samples);
    const [a, b] = [issues.get("a")!, issues.get("b")!];
    const merge = (from: Issue[], into: Issue) =>
      bench.store.groupings.merge(project.id, {
        from: from.map(({ id }) => id),
        into: into.id,
        at: noon + 5,
        by,
      });
    const split = (issue: Issue, names: string[]) =>
      bench.store.groupings.split(project.id, {
        issue: issue.id,
        hashes: names.map(hashOf),
        name: called,
        at: noon + 9,
        by,
      });
    return { project, a, b, merge, split };
  }

  test("a merge sums counts, counts users once, and redirects the merged ID", async () => {
    const { project, a, b, merge } = await two();
    const merged = (await merge([b], a))!;
    expect(merged).toMatchObject({
      id: a.id,
      count: 4,
      userCount: 3,
      firstSeen: noon - dayMs,
      lastSeen: noon + 1,
    });
    expect(merged).toMatchObject({ firstRelease: "1.0", lastRelease: "1.2" });
    for (const by of [{ id: b.id }, { number: b.number }])
      expect((await bench.store.issues.find(project.id, by))!.id).toBe(a.id);
    expect(await bench.store.issues.counts(project.id)).toMatchObject({ open: 1, all: 1 });
    expect(await bench.store.issues.counts(project.id, "live")).toMatchObject({ all: 1 });
    expect(await bench.store.issues.counts(project.id, "test")).toMatchObject({ all: 1 });
    expect(await tagsOf(bench.store, a)).toEqual({ os: { mac: 2, linux: 1 }, cpu: { arm: 1 } });
    expect(await daysOf(bench.store, a)).toEqual([2, 2]);
    const told = (await bench.store.issues.activity(a.projectId, a.id)).map(({ what }) => what);
    expect(told).toContainEqual({
      kind: "merged",
      from: [{ shortId: b.shortId, title: "Error: b" }],
    });
    expect(told.filter(({ kind }) => kind === "first-seen")).toHaveLength(2);
  });

  test("events follow a merge into its list, recommended event, and neighbors", async () => {
    const { project, a, b, merge } = await two();
    const merged = (await merge([b], a))!;
    await moveAll(bench.store);
    const { rows } = await bench.store.events.list({ issue: merged, limit: 50 });
    expect(rows.map(({ title }) => title)).toEqual(["b2", "a2", "b1", "a1"]);
    expect((await bench.store.events.pick(merged, "latest"))!.title).toBe("b2");
    expect(await bench.store.events.neighbors(merged, rows[1]!)).toEqual({
      older: eventIdOf("b1"),
      newer: eventIdOf("b2"),
    });
    await digestSamples(bench.store, project, [
      { issue: "b", name: "b3", user: "bob", at: noon + 2 },
    ]);
    expect(await reread(bench.store, b)).toMatchObject({ id: a.id, count: 5, userCount: 3 });
  });

  test("the more active state wins, and chains lead to their end", async () => {
    const { project, a, b, merge } = await two();
    const { store } = bench;
    const resolved = { state: "resolved", at: noon, in: { kind: "now" } } as const;
    await store.issues.transition(project.id, [a.id], ({ id }) => ({
      state: resolved,
      activity: { issueId: id, at: noon, by, what: { kind: "resolved", in: resolved.in } },
    }));
    expect((await merge([b], a))!.state).toEqual({ state: "open", substate: "new" });
    const c = (await digestSamples(store, project, [{ issue: "c", name: "c1" }])).get("c")!;
    await merge([a], c);
    await moveAll(store);
    expect((await reread(store, b)).id).toBe(c.id);
    expect(
      (await store.events.list({ issue: await reread(store, c), limit: 9 })).rows,
    ).toHaveLength(5);
  });

  test("after an unmerge, both issues count their own, and the old ID works", async () => {
    const { project, a, b, merge, split } = await two();
    const { store } = bench;
    await merge([b], a);
    await moveAll(store);
    await digestSamples(store, project, [
      { issue: "b", name: "b3", user: "dee", at: noon + 2, environment: "live" },
    ]);
    const part = await split(a, ["b"]);
    expect(part).toMatchObject({ id: b.id, shortId: b.shortId, value: "b" });
    await moveAll(store);
    const [left, back] = [await reread(store, a), await reread(store, b)];
    expect(left).toMatchObject({
      count: 2,
      userCount: 2,
      firstSeen: noon - dayMs,
      lastSeen: noon,
      lastRelease: "1.1",
    });
    expect(back).toMatchObject({
      id: b.id,
      count: 3,
      userCount: 3,
      firstSeen: noon - dayMs + 1,
      lastSeen: noon + 2,
    });
    expect(back).toMatchObject({ firstRelease: "1.0", lastRelease: "1.2" });
    expect(await tagsOf(store, left)).toEqual({ os: { mac: 1, linux: 1 } });
    expect(await tagsOf(store, back)).toEqual({ os: { mac: 1 }, cpu: { arm: 1 } });
    expect([await daysOf(store, left), await daysOf(store, back)]).toEqual([
      [1, 1],
      [1, 2],
    ]);
    expect(
      (await store.events.list({ issue: back, limit: 9 })).rows.map(({ title }) => title),
    ).toEqual(["b3", "b2", "b1"]);
    expect(await store.issues.counts(project.id, "test")).toMatchObject({ all: 1 });
    expect(await store.issues.counts(project.id, "live")).toMatchObject({ all: 2 });
  });

  test("a fingerprint stays where it was moved, and splitting it again creates an issue", async () => {
    const { project, a, b, merge, split } = await two();
    const { store } = bench;
    await merge([b], a);
    await moveAll(store);
    const part = (await split(a, ["b"])) as Issue;
    await digestSamples(store, project, [{ issue: "b", name: "b9" }]);
    expect((await reread(store, part)).count).toBeGreaterThan(0);
    await moveAll(store);
    const late = { hash: hashOf("b"), algorithm: "v1", firstSeen: noon } as const;
    await store.issues.rename(project.id, a.id, a, [late, { ...late, hash: hashOf("alias") }]);
    expect((await store.issues.fingerprints(project.id, part.id)).map(({ hash }) => hash)).toEqual([
      hashOf("b"),
    ]);
    const fresh = (await split(a, ["alias"])) as Issue;
    expect(fresh).toMatchObject({ number: b.number + 1, value: "split off", count: 0 });
  });

  test("an impossible split is refused without a change", async () => {
    const { a, b, merge, split } = await two();
    await merge([b], a);
    expect(await split(a, ["b"])).toBe("moving");
    await moveAll(bench.store);
    expect(await split(a, ["a", "b"])).toBe("whole");
    expect(await split(a, ["nobody"])).toBe("unknown");
    expect(await split(a, [])).toBe("unknown");
    expect(await reread(bench.store, a)).toMatchObject({ count: 4, userCount: 3 });
  });

  test("merged fingerprints show their share of the newest events", async () => {
    const { a, b, merge } = await two();
    await merge([b], a);
    await moveAll(bench.store);
    const { parts, countedTo, countedPerDay } = await bench.store.groupings.parts(
      await reread(bench.store, a),
      1_000,
    );
    expect([countedTo, countedPerDay]).toEqual([undefined, undefined]);
    expect(parts).toMatchObject([
      {
        hash: hashOf("b"),
        events: 2,
        latest: { title: "b2" },
        origin: { id: b.id, shortId: b.shortId },
      },
      { hash: hashOf("a"), events: 2, latest: { title: "a2" } },
    ]);
  });

  test("fingerprints are found by title and hash, limited, and counted", async () => {
    const { a, b, merge } = await two();
    await merge([b], a);
    await moveAll(bench.store);
    const issue = await reread(bench.store, a);
    const found = async (query: string, limit = 9) => {
      const { parts, total } = await bench.store.groupings.parts(issue, 1_000, { query, limit });
      return { hashes: parts.map(({ hash }) => hash), total };
    };
    expect(await found("", 1)).toEqual({ hashes: [hashOf("b")], total: 2 });
    expect(await found("A2")).toEqual({ hashes: [hashOf("a")], total: 1 });
    expect(await found(hashOf("b").slice(0, 8))).toEqual({ hashes: [hashOf("b")], total: 1 });
    expect(await found("nothing")).toEqual({ hashes: [], total: 0 });
  });

  test(
    "fingerprints of a day with many events count only the newest and say so",
    { timeout: 60_000 },
    async () => {
      const project = await newProject(bench.store);
      const many = Array.from({ length: 5_002 }, (_, n) => ({
        issue: "a",
        name: `m${n}`,
        at: noon + n,
      }));
      const issue = (await digestSamples(bench.store, project, many)).get("a")!;
      const { parts, countedPerDay } = await bench.store.groupings.parts(issue, 10_000);
      expect(parts).toMatchObject([{ events: 5_000, latest: { title: "m5001" } }]);
      expect(countedPerDay).toBe(5_000);
    },
  );

  test("users of two issues are looked up in both, up to the limit", async () => {
    const { project, a, b } = await two();
    const { groupings } = bench.store;
    expect(await groupings.usersInBoth(project.id, [a.id, b.id], 9)).toEqual({
      lookedUp: 2,
      inBoth: 1,
    });
    expect(await groupings.usersInBoth(project.id, [b.id, b.id], 1)).toEqual({
      lookedUp: 1,
      inBoth: 1,
    });
  });

  test("a project's newest events are read back to a time, without other projects'", async () => {
    const [one, other] = [await newProject(bench.store), await newProject(bench.store)];
    await digestSamples(bench.store, one, samples);
    await digestSamples(bench.store, other, [{ issue: "x", name: "x1" }]);
    const titles: string[] = [];
    let cursor: string | undefined;
    do {
      const asked = { projectId: one.id, since: noon - 1, limit: 2, ...(cursor && { cursor }) };
      const page = await bench.store.groupings.newest(asked);
      titles.push(...page.rows.map(({ title }) => title));
      cursor = page.next;
    } while (cursor);
    expect(titles.toSorted()).toEqual(["a2", "b2"]);
  });
}

/** Repeats until nothing is left to move. */
export async function moveAll(store: Store): Promise<void> {
  for (let slices = 0; slices < 1_000; slices++) if (!(await store.groupings.moveEvents())) return;
  throw new Error("Events move for ever");
}

async function tagsOf(store: Store, { projectId, id }: Pick<Issue, "projectId" | "id">) {
  const tags = await store.issues.tags(projectId, id, { values: 10 });
  return Object.fromEntries(
    tags.map(({ key, values }) => [
      key,
      Object.fromEntries(values.map(({ value, count }) => [value, count])),
    ]),
  );
}

async function daysOf(
  store: Store,
  { projectId, id }: Pick<Issue, "projectId" | "id">,
): Promise<number[]> {
  return (await store.issues.trends(projectId, [id], { until: noon, buckets: 2, unit: "day" })).get(
    id,
  )!;
}
