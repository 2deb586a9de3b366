import { expect, test } from "vitest";
import type { AlertRuleId, ProjectId } from "#server/domain/ids.ts";
import type { Notice } from "#server/domain/notice/notice.ts";
import type { NewNotice } from "#server/storage/notice-store.ts";
import type { Bench } from "./contract.ts";
import { digestSamples, newProject, noon } from "./sample.ts";

const notice: Notice = {
  kind: "issue-new",
  subject: "TypeError: x is undefined",
  body: ["A new issue."],
  facts: [],
  about: { text: "SHOP-1", path: "/shop/issues/SHOP-1" },
  project: { slug: "shop", name: "Shop" },
};

export const sampleNotice = (projectId: ProjectId, key: string): NewNotice => ({
  ...{ key, at: noon, projectId, notice },
  to: { kind: "rule", ruleId: 1 as AlertRuleId },
});

export function noticeContract(bench: Bench): void {
  test("the log of activities is followed by id, across projects", async () => {
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

  test("a follower's place is kept with what it wrote", async () => {
    const project = await newProject(bench.store);
    expect(await bench.store.notices.position("a follower")).toBeUndefined();
    await bench.store.notices.add([sampleNotice(project.id, "one")], { follower: "a follower", position: 7 });
    expect(await bench.store.notices.position("a follower")).toBe(7);
    const unknown = sampleNotice(4_711 as ProjectId, "two");
    await expect(bench.store.notices.add([unknown], { follower: "a follower", position: 8 })).rejects.toThrow();
    expect(await bench.store.notices.position("a follower")).toBe(7);
  });
}
