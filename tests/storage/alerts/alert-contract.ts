import { expect, test } from "vitest";
import { type Firing, forever } from "#server/domain/alert/rule.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { NewAlertRule, RuleNotice } from "#server/storage/alerts/alert-store.ts";
import type { AlertRuleId } from "#server/domain/ids.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { noChanges } from "#tests/storage/no-changes.ts";
import { sampleNotice } from "./notice-contract.ts";
import { newProject, noon } from "#tests/storage/sample.ts";

export const sampleRule = (
  projectId: ProjectId,
  changed: Partial<NewAlertRule> = {},
): NewAlertRule => ({
  projectId,
  name: "New issues",
  when: { kind: "issue-new" },
  filter: "",
  environment: "",
  channels: [{ kind: "mail-members" }],
  pace: { mostPerHour: 20 },
  createdAt: noon,
  since: noon,
  ...changed,
});

const noticeTo = (projectId: ProjectId, ruleId: AlertRuleId, key: string): RuleNotice => ({
  ...sampleNotice(projectId, key),
  to: { kind: "rule", ruleId },
});

export function alertContract(bench: Bench): void {
  test("an alert rule is stored, changed, and deleted within its project only", async () => {
    const { alerts } = bench.store;
    const [one, two] = [await newProject(bench.store), await newProject(bench.store)];
    const rule = await alerts.create(sampleRule(one.id));
    expect(await alerts.list(one.id)).toEqual([{ ...rule, firing: 0 }]);
    expect(await alerts.find(two.id, rule.id)).toBeUndefined();
    expect(await alerts.change({ ...rule, projectId: two.id })).toBeUndefined();

    const changed = {
      ...rule,
      name: "Other",
      when: { kind: "release" } as const,
      mutedUntil: noon + 1,
    };
    expect(await alerts.change(changed)).toEqual(changed);
    expect(await alerts.remove(two.id, rule.id)).toBe(false);
    expect(await alerts.remove(one.id, rule.id)).toBe(true);
    expect(await alerts.find(one.id, rule.id)).toBeUndefined();
  });

  test("muted rules and rules of projects being deleted are not evaluated", async () => {
    const { alerts } = bench.store;
    const [one, two] = [await newProject(bench.store), await newProject(bench.store)];
    const told = await alerts.create(sampleRule(one.id));
    await alerts.create(sampleRule(one.id, { mutedUntil: forever }));
    const waiting = await alerts.create(sampleRule(one.id, { mutedUntil: noon + 5 }));
    await alerts.create(sampleRule(two.id));
    await bench.store.deletions.begin(two.id, { at: noon });
    expect((await alerts.active(noon)).map(({ id }) => id)).toEqual([told.id]);
    expect((await alerts.active(noon + 5)).map(({ id }) => id)).toEqual([told.id, waiting.id]);
  });

  test("an evaluation is stored entirely or not at all and skips deleted rules", async () => {
    const { alerts, notices } = bench.store;
    const project = await newProject(bench.store);
    const rule = await alerts.create(sampleRule(project.id));
    const firing = { subject: "issue:1", from: noon, toldAt: noon };
    const gone = 4_711 as AlertRuleId;
    await alerts.record({
      notices: [noticeTo(project.id, rule.id, "one"), noticeTo(project.id, gone, "two")],
      firings: [
        { ruleId: rule.id, subject: firing.subject, firing },
        { ruleId: gone, subject: firing.subject, firing },
      ],
      place: { follower: "sample", after: undefined, position: 3 },
    });
    expect(await alerts.firings(rule.id)).toEqual([firing]);
    expect(await alerts.list(project.id)).toMatchObject([{ firing: 1, lastFiredAt: noon }]);
    expect((await notices.positions("sample")).position).toBe(3);

    const broken = {
      kind: "broken",
      toJSON: () => assertNever(),
    } as unknown as RuleNotice["notice"];
    const failing = { ...noticeTo(project.id, rule.id, "three"), notice: broken };
    const place = { follower: "sample", after: 3, position: 4 };
    await expect(alerts.record({ notices: [failing], firings: [], place })).rejects.toThrow();
    expect((await notices.positions("sample")).position).toBe(3);

    await alerts.record({ notices: [], firings: [{ ruleId: rule.id, subject: firing.subject }] });
    expect(await alerts.firings(rule.id)).toEqual([]);
  });

  test("of two simultaneous evaluations of a rule, one is stored", async () => {
    const stores = [bench.store, await bench.another()];
    const project = await newProject(bench.store);
    const { id: ruleId } = await bench.store.alerts.create(sampleRule(project.id));
    const evaluate = (judged: Firing[], firing?: Firing) =>
      Promise.all(
        stores.map(({ alerts }, who) =>
          alerts.record({
            notices: [
              noticeTo(project.id, ruleId, `${project.id} ${firing ? "on" : "off"} of ${who}`),
            ],
            firings: [{ ruleId, subject: "issue:1", ...(firing && { firing }) }],
            judged: { ruleId, firings: judged },
          }),
        ),
      );
    const firing = { subject: "issue:1", from: noon, toldAt: noon };
    const told = async () =>
      (await bench.store.notices.waiting())
        .filter(({ projectId }) => projectId === project.id)
        .map(({ count }) => count);
    await evaluate([], firing);
    expect(await told()).toEqual([1]);
    await evaluate([{ ...firing, toldAt: noon - 1 }]);
    expect(await bench.store.alerts.firings(ruleId)).toEqual([firing]);
    await evaluate([firing]);
    expect(await told()).toEqual([2]);
    expect(await bench.store.alerts.firings(ruleId)).toEqual([]);
  });

  test("a rule with a changed trigger forgets its firing state", async () => {
    const { alerts } = bench.store;
    const project = await newProject(bench.store);
    const rule = await alerts.create(sampleRule(project.id));
    const firing = { subject: "issue:1", from: noon, toldAt: noon };
    await alerts.record({
      notices: [],
      firings: [{ ruleId: rule.id, subject: "issue:1", firing }],
    });
    await alerts.change({ ...rule, name: "Renamed" });
    expect(await alerts.firings(rule.id)).toHaveLength(1);
    await alerts.change({ ...rule, since: noon + 1 });
    expect(await alerts.firings(rule.id)).toHaveLength(0);
  });

  test("a release is recorded once, in the order of first events", async () => {
    const { alerts, releases } = bench.store;
    const project = await newProject(bench.store);
    await releases.put({ projectId: project.id, version: "announced" }, noon);
    const before = (await alerts.releasesAfter(0, 1_000)).at(-1)?.id ?? 0;
    const see = (...versions: string[]) =>
      bench.store.digest((transaction) =>
        transaction.save({
          ...noChanges,
          releases: versions.map((version) => ({
            projectId: project.id,
            version,
            firstAt: noon,
            lastAt: noon,
            receivedAt: noon,
          })),
        }),
      );
    await see("b");
    await see("b", "announced");
    expect(await alerts.newestRelease()).toBe((await alerts.releasesAfter(before, 10)).at(-1)!.id);
    expect(await alerts.releasesAfter(before, 10, [])).toEqual([]);
    const seen = await alerts.releasesAfter(before, 10);
    expect(seen.map(({ projectId, version }) => [projectId, version])).toEqual([
      [project.id, "b"],
      [project.id, "announced"],
    ]);
  });
}

function assertNever(): never {
  throw new Error("This notice cannot be written.");
}
