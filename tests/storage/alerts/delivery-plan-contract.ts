import { expect, test } from "vitest";
import { headline } from "#server/domain/delivery/message-words.ts";
import type { UserId } from "#server/domain/ids.ts";
import { hourMs } from "#server/domain/time.ts";
import { planDeliveries } from "#server/jobs/plan-deliveries.ts";
import type { NewAlertRule } from "#server/storage/alerts/alert-store.ts";
import type { Store } from "#server/storage/store.ts";
import { sampleRule } from "./alert-contract.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { sampleNotice } from "./notice-contract.ts";
import { newProject, noon } from "#tests/storage/sample.ts";

/** A rule in its own project, a way to notify by it, and the results. */
async function planning(store: Store, changed: Partial<NewAlertRule> = {}) {
  const project = await newProject(store);
  const rule = await store.alerts.create(sampleRule(project.id, changed));
  let [told, made] = [0, 0];
  const parts = { store, hasMail: true, makeMessageId: () => `${project.id} ${++made}` };
  return {
    project,
    rule,
    plan: (now: number, hasMail = true) => planDeliveries({ ...parts, hasMail }, now),
    tell: (at: number, kind: "issue-new" | "test" = "issue-new") => {
      const sample = sampleNotice(project.id, `${project.id}: ${++told}`);
      return store.notices.add([
        {
          ...sample,
          at,
          to: { kind: "rule", ruleId: rule.id },
          notice: { ...sample.notice, kind },
        },
      ]);
    },
    deliveries: async () => (await store.deliveries.list({ ruleId: rule.id, limit: 100 })).rows,
  };
}

const webhook = { kind: "webhook", url: "https://hooks.example/a", sealedSecret: "s" } as const;

/** When notices become deliveries, and for whom: storage and the job together. */
export function deliveryPlanContract(bench: Bench): void {
  test("past its hourly limit, a rule sends one summary when the hour is over", async () => {
    const { tell, plan, deliveries } = await planning(bench.store, {
      channels: [webhook],
      pace: { mostPerHour: 2 },
    });
    for (let minute = 0; minute < 46; minute++) {
      await tell(noon + minute * 60_000);
      await plan(noon + minute * 60_000);
    }
    expect(await deliveries()).toHaveLength(2);
    await plan(noon + hourMs - 1);
    expect(await deliveries()).toHaveLength(2);
    await plan(noon + hourMs);
    const [held] = await deliveries();
    expect(held!.message).toMatchObject({ heldBack: true, more: 24 });
    expect(headline(held!.message)).toMatch(/: 44 more notifications: /);
    expect(await plan(noon + hourMs + 1)).toBe(0);
  });

  test("a muted rule or one in quiet hours sends only tests", async () => {
    const { tell, plan, deliveries } = await planning(bench.store, {
      channels: [webhook],
      mutedUntil: noon + 1000,
      pace: { mostPerHour: 9, quiet: { from: "11:00", to: "13:00", timeZone: "UTC" } },
    });
    await tell(noon);
    await tell(noon, "test");
    await plan(noon);
    expect(
      (await deliveries()).map(({ message }) => message.notices.map(({ kind }) => kind)),
    ).toEqual([["test"]]);
    await tell(noon + 2000);
    await plan(noon + 2000);
    expect(await deliveries()).toHaveLength(1);
    await plan(noon + hourMs);
    expect((await deliveries()).map(({ message }) => message.notices.length)).toEqual([1, 1]);
  });

  test("every reader who wants it gets one email; mentions are marked as such", async () => {
    const { store } = bench;
    const { project, rule, tell, plan, deliveries } = await planning(store, { channels: [] });
    const make = async (email: string, role: "owner" | "member") => {
      const user = { email, name: email, role, passwordHash: "", createdAt: noon };
      return ((await store.people.create(user)) as { id: UserId }).id;
    };
    const [owner, member, named, silent, stranger] = [
      await make("owner@example.com", "owner"),
      await make("member@example.com", "member"),
      await make("named@example.com", "member"),
      await make("silent@example.com", "member"),
      await make("stranger@example.com", "member"),
    ];
    for (const userId of [owner, member, named, silent])
      await store.members.add({ projectId: project.id, userId, role: "viewer" });
    await store.noticeChoices.stop(silent, "alerts");
    const to = ["NAMED@example.com", "nobody@example.com"];
    await store.alerts.change({
      ...rule,
      channels: [{ kind: "mail-members" }, { kind: "mail", to }],
    });
    await tell(noon);
    await plan(noon);
    const targets = (await deliveries()).map(({ target }) => target);
    expect(targets).toHaveLength(4);
    expect(targets).toEqual(
      expect.arrayContaining([
        { kind: "mail", to: owner, asMember: true },
        { kind: "mail", to: member, asMember: true },
        { kind: "mail", to: named },
        { kind: "mail", to: "nobody@example.com" },
      ]),
    );
    expect(targets).not.toContainEqual(expect.objectContaining({ to: stranger }));

    await tell(noon + hourMs);
    await plan(noon + hourMs, false);
    expect((await deliveries()).slice(0, 2).every(({ target }) => !("asMember" in target))).toBe(
      true,
    );
    expect(await deliveries()).toHaveLength(6);
  });
}
