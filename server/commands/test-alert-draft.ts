import type { AlertRule } from "#server/domain/alert/rule.ts";
import type { RuleDraft } from "#server/domain/alert/rule-form.ts";
import { testNotice } from "#server/domain/alert/test-notice.ts";
import { messageOf, type Target } from "#server/domain/delivery/delivery.ts";
import type { AlertRuleId } from "#server/domain/ids.ts";
import type { Doer } from "#server/domain/people/audit.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { ListedDelivery, NewDelivery } from "#server/storage/alerts/delivery-store.ts";
import type { Store } from "#server/storage/store.ts";
import { channelsOf } from "./alert-rules.ts";
import type { Seal } from "./sign-in/seal.ts";
import { untilTried } from "./sign-in/until-tried.ts";

/** Returns a rule's messages with their targets (`jobs/delivery-targets.ts`). */
export type TargetsOf = (rule: AlertRule) => Promise<{ target: Target; receiver: string }[]>;

type Deps = {
  store: Store;
  now: () => number;
  seal: Seal;
  makeId: () => string;
  targetsOf: TargetsOf;
};

const mostListed = 100;

/**
 * Sends a test to the recipients of an unsaved rule. Returns each result, at the latest after a few
 * seconds. Requests to a new webhook are signed with a temporary secret.
 */
export async function testAlertDraft(
  deps: Deps,
  { viewer }: Doer,
  project: Project,
  draft: RuleDraft,
  before: AlertRule["channels"],
): Promise<ListedDelivery[]> {
  const { store, now, makeId, targetsOf } = deps;
  const at = now();
  const { channels } = channelsOf(deps, draft, before);
  const unsaved = {
    ...draft,
    id: 0 as AlertRuleId,
    projectId: project.id,
    channels,
    createdAt: at,
    since: at,
  };
  const deliveries = (await targetsOf(unsaved)).map((each): NewDelivery => ({
    ...each,
    messageId: makeId().replaceAll("-", ""),
  }));
  const lane = {
    to: { kind: "person", userId: viewer.user.id },
    projectId: project.id,
    isTest: true,
  } as const;
  const message = messageOf([testNotice({ name: draft.name, when: draft.when }, project)], 1);
  await store.deliveries.plan({ lane, lastId: 0, count: 0, at, message, deliveries });
  const ids = new Set(deliveries.map(({ messageId }) => messageId));
  const sent = async () => {
    const { rows } = await store.deliveries.list({ since: at, limit: mostListed });
    return rows.filter(({ messageId }) => ids.has(messageId));
  };
  await untilTried(sent);
  return sent();
}
