import type { Channel, Pace } from "#server/domain/alert/channel.ts";
import { webhookSecretPurpose } from "#server/domain/alert/channel.ts";
import { chatServices } from "#server/domain/alert/chat.ts";
import type { AlertRule } from "#server/domain/alert/rule.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Notice } from "#server/domain/notice/notice.ts";
import type { ListedDelivery } from "#server/storage/alerts/delivery-store.ts";
import type { Store } from "#server/storage/store.ts";
import { pause, type Spoor } from "#tests/harness/spoor.ts";
import { openStoreOf, sealOf } from "#tests/harness/store-of.ts";

/** Alert rules and notices written to the store of a running instance, and their outcomes. */
export type Alerts = {
  store: Store;
  makeRule(channels: Channel[], pace?: Partial<Pace>): Promise<AlertRule>;
  webhook(url: string): Channel;
  slack(url: string): Channel;
  tell(rule: AlertRule, ...notices: Partial<Notice>[]): Promise<void>;
  /** The rule's deliveries once all are in one of these states; rejects after the time limit. */
  settled(
    rule: AlertRule,
    states: ListedDelivery["state"]["state"][],
    withinMs?: number,
  ): Promise<ListedDelivery[]>;
};

export const webhookSecret = `whsec_${Buffer.from("a key of twenty-four byte").toString("base64")}`;

export async function openAlerts(
  spoor: Spoor,
  project: { id: number; slug: string },
): Promise<Alerts> {
  const store = await openStoreOf(spoor);
  const seal = await sealOf(spoor, store);
  const projectId = project.id as ProjectId;
  let told = 0;
  return {
    store,
    makeRule: (channels, pace) =>
      store.alerts.create({
        projectId,
        name: "New issues",
        when: { kind: "issue-new" },
        filter: "",
        environment: "",
        channels,
        pace: { mostPerHour: 100, ...pace },
        createdAt: Date.now(),
        since: Date.now(),
      }),
    webhook: (url) => ({
      kind: "webhook",
      url,
      sealedSecret: seal.close(webhookSecretPurpose, webhookSecret),
    }),
    slack: (url) => ({
      kind: "slack",
      sealedUrl: seal.close(chatServices.slack.purpose, url),
      host: new URL(url).host,
    }),
    tell: (rule, ...notices) =>
      store.notices.add(
        notices.map((notice) => ({
          key: `test ${++told}`,
          at: Date.now(),
          projectId,
          to: { kind: "rule", ruleId: rule.id },
          notice: { ...sampleNotice(project.slug), ...notice },
        })),
      ),
    async settled(rule, states, withinMs = 10_000) {
      let rows: ListedDelivery[] = [];
      for (const deadline = Date.now() + withinMs; Date.now() < deadline; await pause(50)) {
        ({ rows } = await store.deliveries.list({ ruleId: rule.id, limit: 200 }));
        if (rows.length > 0 && rows.every(({ state }) => states.includes(state.state))) return rows;
      }
      throw new Error(
        `Not settled: ${JSON.stringify(rows.map(({ state, answer }) => [state, answer]))}`,
      );
    },
  };
}

export const sampleNotice = (slug: string): Notice => ({
  kind: "issue-new",
  subject: "TypeError: price is <undefined>",
  body: ["A new issue in production."],
  facts: [{ label: "Release", value: "web@1.2.3" }],
  about: { text: "SHOP-7", path: `/${slug}/issues/SHOP-7` },
  project: { slug, name: "Shop" },
  issue: {
    shortId: "SHOP-7",
    title: "TypeError: price is <undefined>",
    level: "error",
    culprit: "/checkout",
  },
});
