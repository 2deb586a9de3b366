import { expect, test } from "vitest";
import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import type { Activity } from "#server/domain/issue/activity.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { IssueState } from "#server/domain/issue/state.ts";
import type { User } from "#server/domain/people/person.ts";
import type { RecentActivity } from "#server/storage/issues/issue-store.ts";
import type { Bench } from "#tests/storage/contract.ts";
import {
  dayMs,
  digestSamples,
  eventIdOf,
  hashOf,
  hourMs,
  newProject,
  noon,
  reread,
} from "#tests/storage/sample.ts";

const resolved: IssueState = {
  state: "resolved",
  at: noon,
  in: { kind: "release", version: "2.0" },
};
const resolvedActivity = (issueId: IssueId): Activity => ({
  issueId,
  at: noon + 1,
  by: { kind: "system" },
  what: { kind: "resolved", in: resolved.in },
});

export function issueContract(bench: Bench): void {
  test("issues are numbered per project and found by ID or number", async () => {
    const [one, two] = [await newProject(bench.store), await newProject(bench.store)];
    const first = await digestSamples(bench.store, one, [
      { issue: "a", name: "1" },
      { issue: "b", name: "2" },
    ]);
    const other = await digestSamples(bench.store, two, [{ issue: "a", name: "1" }]);
    expect([...first.values(), ...other.values()].map(({ shortId }) => shortId)).toEqual([
      "SHOP-1",
      "SHOP-2",
      "SHOP-1",
    ]);
    const b = first.get("b")!;
    const now = { ...b, count: 1, newestEventId: eventIdOf("2") };
    expect(await bench.store.issues.find(one.id, { number: 2 })).toEqual(now);
    expect(await bench.store.issues.find(one.id, { id: b.id })).toEqual(now);
    expect(await bench.store.issues.find(two.id, { id: b.id })).toBeUndefined();
    expect(await bench.store.issues.fingerprints(b.projectId, b.id)).toEqual([
      { hash: hashOf("b"), algorithm: "v1", firstSeen: noon },
    ]);
  });

  test("looking up several issues equals looking up each", async () => {
    const [project, other] = [await newProject(bench.store), await newProject(bench.store)];
    const issues = await digestSamples(bench.store, project, [
      { issue: "a", name: "each 1" },
      { issue: "b", name: "each 2" },
      { issue: "c", name: "each 3" },
    ]);
    const [a, b, c] = [issues.get("a")!, issues.get("b")!, issues.get("c")!];
    const { find, findEach } = bench.store.issues;
    await bench.store.issues.transition(project.id, [a.id], ({ id }) => ({
      state: resolved,
      activity: resolvedActivity(id),
    }));
    await bench.store.groupings.merge(project.id, {
      from: [c.id],
      into: b.id,
      at: noon,
      by: { kind: "system" },
    });

    const byId = await findEach(project.id, { ids: [c.id, a.id, 999_999 as IssueId] });
    expect(new Set(byId.keys())).toEqual(new Set([a.id, c.id]));
    expect(byId.get(a.id)).toEqual(await find(project.id, { id: a.id }));
    expect(byId.get(c.id), "as the issue that it was merged into").toEqual(
      await find(project.id, { id: b.id }),
    );
    const byNumber = await findEach(project.id, { numbers: [a.number, b.number, c.number, 999] });
    const idOf = (number: number) => byNumber.get(number)?.id;
    expect([byNumber.size, idOf(a.number), idOf(b.number), idOf(c.number)]).toEqual([
      3,
      a.id,
      b.id,
      b.id,
    ]);
    expect(await findEach(other.id, { ids: [a.id] }), "of another project").toEqual(new Map());
    expect(await findEach(project.id, { ids: [] })).toEqual(new Map());
    expect(await findEach(project.id, { numbers: [] })).toEqual(new Map());
  });

  test("an issue takes title and releases of its newest and oldest events", async () => {
    const project = await newProject(bench.store);
    const first = await digestSamples(bench.store, project, [
      { issue: "a", name: "1", release: "1.0", user: "u" },
    ]);
    const later = {
      at: noon + 50,
      release: "2.0",
      value: "new words",
      culprit: "GET /",
      level: "fatal" as const,
    };
    await digestSamples(bench.store, project, [{ issue: "a", name: "2", user: "u", ...later }]);
    await digestSamples(bench.store, project, [
      { issue: "a", name: "3", at: noon - 50, release: "0.9", user: "v" },
    ]);
    expect(await reread(bench.store, first.get("a")!)).toMatchObject({
      value: "new words",
      culprit: "GET /",
      level: "fatal",
      count: 3,
      userCount: 2,
      firstSeen: noon - 50,
      lastSeen: noon + 50,
      firstRelease: "0.9",
      lastRelease: "2.0",
    });
  });

  test("a transition writes state and activity, keeps other fields, and rereads", async () => {
    const project = await newProject(bench.store);
    const issues = await digestSamples(bench.store, project, [
      { issue: "a", name: "1" },
      { issue: "b", name: "2" },
    ]);
    const [a, b] = [issues.get("a")!, issues.get("b")!];
    const user = (await bench.store.people.create({
      email: "ada@example.org",
      name: "Ada",
      role: "owner",
      passwordHash: "",
      createdAt: noon,
    })) as User;
    const asked = [b.id, a.id, 999 as IssueId];
    const after = await bench.store.issues.transition(project.id, asked, ({ id }) =>
      id === a.id
        ? {
            state: resolved,
            activity: { ...resolvedActivity(a.id), by: { kind: "user", id: user.id } },
          }
        : undefined,
    );
    expect(after.map(({ id, state }) => [id, state.state])).toEqual([
      [b.id, "open"],
      [a.id, "resolved"],
    ]);
    expect((await reread(bench.store, a)).state).toEqual(resolved);
    expect(await bench.store.issues.activity(a.projectId, a.id)).toMatchObject([
      { ...resolvedActivity(a.id), by: { kind: "user", id: user.id }, byName: "Ada" },
      { issueId: a.id, at: noon, by: { kind: "system" }, what: { kind: "first-seen" } },
    ]);
    expect(await bench.store.issues.transition(999 as ProjectId, [a.id], () => undefined)).toEqual(
      [],
    );
  });

  test("recent activity in a project is listed by kind, newest first", async () => {
    const [project, other] = [await newProject(bench.store), await newProject(bench.store)];
    const issues = await digestSamples(bench.store, project, [
      { issue: "a", name: "lately 1" },
      { issue: "b", name: "lately 2" },
    ]);
    await digestSamples(bench.store, other, [{ issue: "a", name: "lately elsewhere" }]);
    const [a, b] = [issues.get("a")!, issues.get("b")!];
    await bench.store.issues.transition(project.id, [b.id], ({ id }) => ({
      state: resolved,
      activity: resolvedActivity(id),
    }));
    const recent = (asked: Partial<RecentActivity>) =>
      bench.store.issues.recentActivity(project.id, {
        kinds: ["first-seen", "resolved"],
        since: noon,
        limit: 9,
        ...asked,
      });
    const all = await recent({});
    expect(all.map(({ what }) => what.kind)).toEqual(["resolved", "first-seen", "first-seen"]);
    expect(all[0]).toMatchObject({ issueId: b.id, by: { kind: "system" } });
    expect((await recent({ kinds: ["first-seen"] })).map(({ issueId }) => issueId)).toEqual(
      expect.arrayContaining([a.id, b.id]),
    );
    expect(await recent({ limit: 1 })).toEqual([all[0]]);
    expect(await recent({ kinds: ["ignored"] })).toEqual([]);
    expect(await recent({ since: noon + dayMs })).toEqual([]);
  });

  test("of two simultaneous resolutions, the second sees the first", async () => {
    const project = await newProject(bench.store);
    const a = (await digestSamples(bench.store, project, [{ issue: "a", name: "1" }])).get("a")!;
    const resolveOnce = (issue: Issue) =>
      issue.state.state === "open"
        ? { state: resolved, activity: resolvedActivity(issue.id) }
        : undefined;
    const stores = [bench.store, await bench.another(), await bench.another()];
    await Promise.all(
      stores.map((store) => store.issues.transition(project.id, [a.id], resolveOnce)),
    );
    expect(await bench.store.issues.activity(a.projectId, a.id)).toHaveLength(2);
  });

  test("a transition whose decision throws changes nothing, and the next one works", async () => {
    const project = await newProject(bench.store);
    const issues = await digestSamples(bench.store, project, [
      { issue: "a", name: "1" },
      { issue: "b", name: "2" },
    ]);
    const ids = [...issues.values()].map(({ id }) => id);
    const throwAtSecond = ({ id }: Issue) => {
      if (id === ids[1]) throw new Error("no");
      return { state: resolved, activity: resolvedActivity(id) };
    };
    await expect(bench.store.issues.transition(project.id, ids, throwAtSecond)).rejects.toThrow(
      "no",
    );
    const after = await bench.store.issues.transition(project.id, ids, () => undefined);
    expect(after.map(({ state }) => state.state)).toEqual(["open", "open"]);
  });

  test("trends fill empty buckets by hour and day, for all environments or one", async () => {
    const project = await newProject(bench.store);
    const issues = await digestSamples(bench.store, project, [
      { issue: "a", name: "1", at: noon, environment: "production" },
      { issue: "a", name: "2", at: noon + 1 },
      { issue: "a", name: "3", at: noon - 2 * hourMs, environment: "production" },
      { issue: "a", name: "4", at: noon - dayMs },
      { issue: "b", name: "5", at: noon - 9 * hourMs },
    ]);
    const [a, b] = [issues.get("a")!.id, issues.get("b")!.id];
    const { trends } = bench.store.issues;
    const hours = { until: noon + 5, buckets: 4, unit: "hour" as const };
    expect(await trends(project.id, [a, b], hours)).toEqual(
      new Map([
        [a, [0, 1, 0, 2]],
        [b, [0, 0, 0, 0]],
      ]),
    );
    expect(await trends(project.id, [a], { ...hours, environment: "production" })).toEqual(
      new Map([[a, [0, 1, 0, 1]]]),
    );
    expect(await trends(project.id, [a], { ...hours, environment: "nowhere" })).toEqual(
      new Map([[a, [0, 0, 0, 0]]]),
    );
    expect(await trends(project.id, [b, a], { ...hours, unit: "day" })).toEqual(
      new Map([
        [b, [0, 0, 0, 1]],
        [a, [0, 0, 1, 3]],
      ]),
    );
  });

  test("tags have the most frequent values per key and totals, up to 1,000 values", async () => {
    const project = await newProject(bench.store);
    const many = Array.from({ length: 1_002 }, (_, n): [string, string] => ["url", `/${n}`]);
    const a = (
      await digestSamples(bench.store, project, [
        { issue: "a", name: "1", at: noon + 7, tags: [["browser", "Firefox"]] },
        { issue: "a", name: "2", tags: [["browser", "Chrome"], ...many] },
        { issue: "a", name: "3", tags: [["browser", "Firefox"]] },
      ])
    ).get("a")!;
    await digestSamples(bench.store, project, [
      {
        issue: "a",
        name: "4",
        tags: [
          ["url", "/0"],
          ["url", "/new"],
        ],
      },
    ]);
    expect(await bench.store.issues.tags(a.projectId, a.id, { values: 1 })).toEqual([
      {
        key: "url",
        total: 1_004,
        distinct: 1_000,
        values: [{ value: "/0", count: 2, lastSeen: noon }],
      },
      {
        key: "browser",
        total: 3,
        distinct: 2,
        values: [{ value: "Firefox", count: 2, lastSeen: noon + 7 }],
      },
    ]);
    const [url] = await bench.store.issues.tags(a.projectId, a.id, { values: 2_000 });
    expect(url!.values).toHaveLength(1_000);
  });

  test("events of several issues with a tag are counted, once for several of its values", async () => {
    const project = await newProject(bench.store);
    const ana: [string, string][] = [
      ["user", "id:7"],
      ["user.email", "ana@shop.example"],
    ];
    const ids = await digestSamples(bench.store, project, [
      { issue: "a", name: "1", at: noon + 3, tags: ana },
      { issue: "a", name: "2", at: noon + 7, tags: ana },
      { issue: "a", name: "3", at: noon + 9, tags: [["user", "id:8"]] },
      { issue: "b", name: "4", at: noon + 1, tags: [["user", "email:ana@shop.example"]] },
      { issue: "c", name: "5", at: noon + 2, tags: [["user", "id:8"]] },
    ]);
    const [a, b, c] = ["a", "b", "c"].map((name) => ids.get(name)!);
    const counted = await bench.store.issues.countsOfTags(
      a!.projectId,
      [a!.id, b!.id, c!.id],
      [
        { key: "user", value: "id:7" },
        { key: "user", value: "email:ana@shop.example" },
        { key: "user.email", value: "ana@shop.example" },
      ],
    );
    expect(counted).toEqual(
      new Map([
        [a!.id, { count: 2, lastSeen: noon + 7 }],
        [b!.id, { count: 1, lastSeen: noon + 1 }],
      ]),
    );
    expect(await bench.store.issues.countsOfTags(a!.projectId, [a!.id], [])).toEqual(new Map());
    const others = [{ key: "user", value: "id:9" }];
    expect(await bench.store.issues.countsOfTags(a!.projectId, [a!.id], others)).toEqual(new Map());
  });
}
