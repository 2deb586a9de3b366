import { expect, test } from "vitest";
import type { AlertRuleId, ProjectId } from "#server/domain/ids.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { User } from "#server/domain/people/person.ts";
import type { Notice } from "#server/domain/notice/notice.ts";
import type { NewNotice } from "#server/storage/alerts/notice-store.ts";
import { createWeeklyDigests } from "#server/jobs/weekly-digest.ts";
import { followActivity } from "#server/jobs/follow-activity.ts";
import type { Store } from "#server/storage/store.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { dayMs, digestSamples, hourMs, newProject, noon } from "#tests/storage/sample.ts";

const notice: Notice = {
  kind: "issue-new",
  subject: "TypeError: x is undefined",
  body: ["A new issue."],
  facts: [],
  about: { text: "SHOP-1", path: "/shop/issues/SHOP-1" },
  project: { slug: "shop", name: "Shop" },
};

export const sampleNotice = (projectId: ProjectId, key: string): NewNotice => ({
  key,
  at: noon,
  projectId,
  notice,
  to: { kind: "rule", ruleId: 1 as AlertRuleId },
});

/** A store whose log of this project can't be read while its cluster node is away. */
function nodeOf(store: Store, projectId: ProjectId) {
  const node = { isAway: false, store };
  const projects = {
    ...store.projects,
    away: async () => new Set(node.isAway ? [projectId] : []),
  };
  const activityAfter: Store["issues"]["activityAfter"] = async (after, limit, of) => {
    if (node.isAway && (!of || of.includes(projectId)))
      throw Object.assign(new Error("A node is away."), { code: "database-node-away" });
    return store.issues.activityAfter(after, limit, of);
  };
  node.store = { ...store, projects, issues: { ...store.issues, activityAfter } };
  return node;
}

export function noticeContract(bench: Bench): void {
  test("writes a weekly digest once per week, project, and member, even from two processes", async () => {
    const { store } = bench;
    const project = await newProject(store);
    const ada = (await store.people.create({
      email: `${project.slug}@example.org`,
      name: "Ada",
      role: "member",
      passwordHash: "",
      createdAt: noon,
    })) as User;
    await store.members.add({ projectId: project.id, userId: ada.id, role: "viewer" });
    const monday = Date.UTC(2026, 10, 23, 9);
    const since = { kind: "period", at: monday - 7 * dayMs, lengthMs: 7 * dayMs } as const;
    const none = {
      newIssues: 0,
      regressed: 0,
      slower: [],
      faster: [],
      failsMore: [],
      failsLess: [],
      compared: 0,
    };
    const readOverview = async () => ({
      facts: { ...none, since, requests: 9, now: monday },
      issues: [],
    });
    // Only this project, as others of this database have their own readers.
    const projects = { ...store.projects, list: async () => [project] };
    const { members, noticeChoices, notices } = store;
    const turn = (now: number) =>
      createWeeklyDigests({
        store: { projects, members, noticeChoices, notices },
        readOverview,
        now: () => now,
      })();
    const lane = {
      to: { kind: "person", userId: ada.id },
      projectId: project.id,
      isTest: false,
    } as const;
    const written = () => notices.unplanned(lane, { lastId: Number.MAX_SAFE_INTEGER, limit: 9 });

    await turn(monday);
    expect(await written(), "off by default").toEqual([]);
    await noticeChoices.save(ada.id, { unwanted: [], reaches: [], weekly: true });
    await Promise.all([turn(monday), turn(monday + 1)]);
    await turn(monday + hourMs);
    const [notice, ...others] = await written();
    expect(others).toEqual([]);
    expect(notice!.notice.subject).toBe("Weekly digest, Nov 16–22");
    await turn(monday + 2 * dayMs);
    expect(await written(), "too late for a week ago").toHaveLength(1);
    await noticeChoices.save(ada.id, {
      unwanted: [],
      weekly: true,
      reaches: [{ projectId: project.id, reach: "nothing" }],
    });
    await turn(monday + 7 * dayMs);
    expect(await written(), "nothing of this project").toHaveLength(1);
    await noticeChoices.save(ada.id, { unwanted: [], reaches: [], weekly: true });
    await turn(monday + 7 * dayMs);
    expect(await written()).toHaveLength(2);
    await noticeChoices.stop(ada.id, "weekly");
  });

  test("the activity log is read in order by ID across projects", async () => {
    const [one, two] = [await newProject(bench.store), await newProject(bench.store)];
    const a = (await digestSamples(bench.store, one, [{ issue: "a", name: "1" }])).get("a")!;
    const b = (await digestSamples(bench.store, two, [{ issue: "b", name: "2" }])).get("b")!;
    const before = await bench.store.issues.newestActivity();
    expect(before).toBeGreaterThan(0);
    const act = (projectId: ProjectId, issue: typeof a) =>
      bench.store.issues.transition(projectId, [issue.id], ({ id }) => ({
        state: { state: "open", substate: "ongoing" },
        activity: { issueId: id, at: noon, by: { kind: "system" }, what: { kind: "ongoing" } },
      }));
    await act(one.id, a);
    await act(two.id, b);

    const log = await bench.store.issues.activityAfter(before, 100);
    expect(log.map(({ projectId, issueId, what }) => [projectId, issueId, what.kind])).toEqual([
      [one.id, a.id, "ongoing"],
      [two.id, b.id, "ongoing"],
    ]);
    expect(await bench.store.issues.newestActivity()).toBe(log[1]!.id);
    expect(await bench.store.issues.activityAfter(log[0]!.id, 100)).toEqual([log[1]]);
    expect(await bench.store.issues.activityAfter(before, 1)).toEqual([log[0]]);
    expect(await bench.store.issues.activityAfter(before, 100, [two.id])).toEqual([log[1]]);
    expect(await bench.store.projects.away()).toEqual(new Set());
  });

  test("a reader's position is stored with what it wrote", async () => {
    const project = await newProject(bench.store);
    const position = async () => (await bench.store.notices.positions("a follower")).position;
    expect(await position()).toBeUndefined();
    await bench.store.notices.add([sampleNotice(project.id, "one")], {
      follower: "a follower",
      after: undefined,
      position: 7,
    });
    expect(await position()).toBe(7);
    const unknown = sampleNotice(4_711 as ProjectId, "two");
    const place = { follower: "a follower", after: 7, position: 8 };
    await expect(bench.store.notices.add([unknown], place)).rejects.toThrow();
    expect(await position()).toBe(7);
  });

  test("a project whose node is away has its own position until it has caught up", async () => {
    const { store } = bench;
    const [there, away] = [await newProject(store), await newProject(store)];
    const node = nodeOf(store, away.id);
    let now = noon;
    const follower = followActivity({ store: node.store, now: () => now }, "apart", async (read) =>
      read.map(({ id, projectId }) => sampleNotice(projectId, `apart ${projectId} ${id}`)),
    );
    await follower.follow();
    const told = async (project: Project) => {
      const lane = { to: sampleNotice(project.id, "").to, projectId: project.id, isTest: false };
      const upTo = { lastId: Number.MAX_SAFE_INTEGER, limit: 100 };
      return (await store.notices.unplanned(lane, upTo)).length;
    };
    const happens = (project: Project, issue: string) =>
      digestSamples(store, project, [{ issue, name: issue }]);
    const positions = () => store.notices.positions("apart");
    const followAll = async () => {
      while ((await follower.follow()) > 0);
    };

    await happens(away, "before");
    await happens(there, "first");
    node.isAway = true;
    await followAll();
    expect([await told(there), await told(away)]).toEqual([1, 0]);
    expect([...(await positions()).heldBack.keys()]).toEqual([away.id]);
    await happens(there, "second");
    await followAll();
    expect(await follower.catchUp(), "still away").toBe(0);
    expect([await told(there), await told(away)]).toEqual([2, 0]);

    node.isAway = false;
    await happens(away, "after");
    await happens(there, "third");
    await followAll();
    expect(await follower.catchUp()).toBe(2);
    expect(await follower.catchUp()).toBe(0);
    expect([await told(there), await told(away)]).toEqual([3, 2]);
    expect((await positions()).heldBack.size, "interrupted transactions may complete").toBe(1);
    now += 2 * 60_000;
    await follower.catchUp();
    const newest = await store.issues.newestActivity();
    expect(await positions()).toEqual({ position: newest, heldBack: new Map() });
    await happens(away, "later");
    await followAll();
    expect([await told(there), await told(away)]).toEqual([3, 3]);
  });

  test("a position is not moved if another process held back or rejoined a project", async () => {
    const { id } = await newProject(bench.store);
    const { notices } = bench.store;
    const follower = "held back";
    const place = { follower, after: 7, position: 8 };
    const told = async () =>
      (await notices.waiting()).filter(({ projectId }) => projectId === id).length;
    await notices.add([], { follower, after: undefined, position: 7 });
    await notices.holdBack(follower, 6, [id]);
    expect((await notices.positions(follower)).heldBack.size, "not there").toBe(0);
    await notices.holdBack(follower, 7, [id]);
    const heldBack = new Map([[id, 7]]);
    await notices.add([sampleNotice(id, "h1")], place);
    expect([await told(), await notices.positions(follower)]).toEqual([
      0,
      { position: 7, heldBack },
    ]);
    await notices.add([], { ...place, heldBack });
    const rejoins = { follower, after: 7, of: { projectId: id, rejoins: true } };
    await notices.add([sampleNotice(id, "h2")], { ...rejoins, position: 7 });
    expect([await told(), (await notices.positions(follower)).heldBack]).toEqual([0, heldBack]);
    await notices.add([sampleNotice(id, "h3")], { ...rejoins, position: 8 });
    expect([await told(), await notices.positions(follower)]).toEqual([
      1,
      { position: 8, heldBack: new Map() },
    ]);
    await notices.add([sampleNotice(id, "h4")], { follower, after: 8, position: 9, heldBack });
    expect((await notices.positions(follower)).position).toBe(8);
  });

  test("two concurrent readers of the log notify once per entry", async () => {
    const stores = [bench.store, await bench.another()];
    const project = await newProject(bench.store);
    const begun = await bench.store.issues.newestActivity();
    await bench.store.notices.add([], { follower: "both", after: undefined, position: begun });
    const samples = Array.from({ length: 150 }, (_, n) => ({ issue: `${n}`, name: `${n}` }));
    await digestSamples(bench.store, project, samples);
    // The key contains the reader, so that deduplication does not hide a repeated notice.
    const follow = (store: Store, who: number) =>
      followActivity({ store, now: Date.now }, "both", async (entries) =>
        entries.map(({ id }) => sampleNotice(project.id, `${project.id} ${id} by ${who}`)),
      ).follow();
    const newest = await bench.store.issues.newestActivity();
    while ((await bench.store.notices.positions("both")).position! < newest)
      await Promise.all(stores.map(follow));
    const [lane] = (await bench.store.notices.waiting()).filter(
      ({ projectId }) => projectId === project.id,
    );
    const told = await bench.store.notices.unplanned(lane!, { lastId: lane!.lastId, limit: 1_000 });
    expect(told.map(({ key }) => Number(key.split(" ")[1]))).toEqual(
      Array.from({ length: newest - begun }, (_, n) => begun + 1 + n),
    );
  });
}
