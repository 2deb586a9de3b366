import { setTimeout as sleep } from "node:timers/promises";
import type { DeliveryCommands } from "#server/delivery-services.ts";
import type { AlertRule } from "#server/domain/alert/rule.ts";
import { dayMs } from "#server/domain/ledger.ts";
import type { Notice } from "#server/domain/notice/notice.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { ListedDelivery } from "#server/storage/delivery-store.ts";
import type { Store } from "#server/storage/store.ts";

type Parts = { store: Store; now: () => number; makeId: () => string };

/** So long a page waits for what it set off; what takes longer is seen when it is read again. */
const patienceMs = 4_000;
const lookEveryMs = 50;

export function deliveryCommands(parts: Parts): DeliveryCommands {
  return {
    sendTestNotice: ({ viewer }, project, rule) => sendTestNotice(parts, viewer.user.name, project, rule),
    retryDelivery: (project, id) => retryDelivery(parts, project, id),
    async cancelDelivery({ viewer }, project, id) {
      const answer = `${viewer.user.name} ended it.`;
      return (await parts.store.deliveries.cancel(project.id, id, parts.now(), answer)) ? undefined : underWay;
    },
    retryFailedDeliveries: () => parts.store.deliveries.retryFailed(parts.now() - dayMs, parts.now()),
  };
}

const underWay: Problem = { problem: "conflict", detail: "It is being sent just now, or it has ended. Look again." };

async function sendTestNotice(
  { store, now, makeId }: Parts,
  by: string,
  project: Project,
  rule: AlertRule,
): Promise<Problem | undefined> {
  if (rule.channels.length === 0) return { problem: "conflict", detail: "This rule has no channel to send by." };
  const at = now();
  const to = { kind: "rule", ruleId: rule.id } as const;
  const notice = testNotice(project, rule, by);
  await store.notices.add([{ key: `test:${makeId()}`, at, projectId: project.id, to, notice }]);
  await untilTried(async () => (await store.deliveries.list({ ruleId: rule.id, since: at, limit: 200 })).rows);
  return undefined;
}

function testNotice({ slug, name }: Project, rule: AlertRule, by: string): Notice {
  return {
    ...{ kind: "test", subject: `A test of “${rule.name}”` },
    body: [`${by} asked for this, to see whether it arrives. Nothing has happened.`],
    ...{ facts: [{ label: "Rule", value: rule.name }], project: { slug, name } },
    about: { text: `The rule “${rule.name}”`, path: `/${slug}/alerts/${rule.id}` },
  };
}

async function retryDelivery(
  { store, now }: Parts,
  project: Pick<Project, "id">,
  id: number,
): Promise<Problem | undefined> {
  if (!(await store.deliveries.retry(project.id, id, now()))) return underWay;
  await untilTried(async () => {
    const found = await store.deliveries.find(project.id, id);
    return found ? [found] : [];
  });
  return undefined;
}

/** Looks until all that are meant, one at least, were tried. */
async function untilTried(look: () => Promise<ListedDelivery[]>): Promise<void> {
  for (let waited = 0; waited < patienceMs; waited += lookEveryMs) {
    await sleep(lookEveryMs);
    const meant = await look();
    if (meant.length > 0 && meant.every(({ state }) => state.state !== "pending")) return;
  }
}
