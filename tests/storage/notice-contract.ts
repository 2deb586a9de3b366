import { expect, test } from "vitest";
import type { AlertRuleId, ProjectId } from "#server/domain/ids.ts";
import type { User } from "#server/domain/people/person.ts";
import type { Notice } from "#server/domain/notice/notice.ts";
import type { NewNotice } from "#server/storage/alerts/notice-store.ts";
import { createWeeklyDigests } from "#server/jobs/weekly-digest.ts";
import { followActivity } from "#server/jobs/follow-activity.ts";
import type { Store } from "#server/storage/store.ts";
import type { Bench } from "./contract.ts";
import { dayMs, digestSamples, hourMs, newProject, noon } from "./sample.ts";

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
  });

  test("a reader's position is stored with what it wrote", async () => {
    const project = await newProject(bench.store);
    expect(await bench.store.notices.position("a follower")).toBeUndefined();
    await bench.store.notices.add([sampleNotice(project.id, "one")], {
      follower: "a follower",
      after: undefined,
      position: 7,
    });
    expect(await bench.store.notices.position("a follower")).toBe(7);
    const unknown = sampleNotice(4_711 as ProjectId, "two");
    const place = { follower: "a follower", after: 7, position: 8 };
    await expect(bench.store.notices.add([unknown], place)).rejects.toThrow();
    expect(await bench.store.notices.position("a follower")).toBe(7);
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
      followActivity(store, "both", async (entries) =>
        entries.map(({ id }) => sampleNotice(project.id, `${project.id} ${id} by ${who}`)),
      );
    const newest = await bench.store.issues.newestActivity();
    while ((await bench.store.notices.position("both"))! < newest)
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
