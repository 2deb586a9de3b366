import type { Pace } from "#server/domain/alert/channel.ts";
import type { AlertRule } from "#server/domain/alert/rule.ts";
import { messageOf, mostNotices, type Target } from "#server/domain/delivery/delivery.ts";
import { paceOf, type Pacing } from "#server/domain/delivery/pacing.ts";
import { hourMs } from "#server/domain/time.ts";
import type { WaitingLane } from "#server/storage/alerts/notice-store.ts";
import type { Store } from "#server/storage/store.ts";
import { receiverOf, targetsOf, type TargetStore } from "./delivery-targets.ts";

type PlanDeps = {
  store: Pick<Store, "notices" | "deliveries" | "alerts"> & TargetStore;
  /** Without email configuration, members aren't emailed. Test senders see the reason. */
  hasMail: boolean;
  /** 32 hex digits. */
  makeMessageId: () => string;
};

/** More than a person would send to another manually. */
const personalPace: Pace = { mostPerHour: 60 };

/**
 * Creates deliveries from due notices, lane by lane. The others keep waiting. Returns the number of
 * lanes processed.
 */
export async function planDeliveries(deps: PlanDeps, now: number): Promise<number> {
  let planned = 0;
  for (const lane of await deps.store.notices.waiting())
    if (await planLane(deps, lane, now)) planned++;
  return planned;
}

async function planLane(deps: PlanDeps, lane: WaitingLane, now: number): Promise<boolean> {
  const { to, projectId, lastId, count } = lane;
  const rule = to.kind === "rule" ? await deps.store.alerts.find(projectId, to.ruleId) : undefined;
  const targets = await targetsNow(deps, lane, rule, now);
  if (targets.length === 0) {
    await deps.store.deliveries.plan({ lane, lastId, count, at: now, deliveries: [] });
    return true;
  }
  const pacing = await pacingOf(deps, lane, rule?.pace ?? personalPace, now);
  if (pacing.kind === "wait") return false;
  const message = await messageNow(deps, lane, pacing.why);
  const deliveries = targets.map((target) => ({
    messageId: deps.makeMessageId(),
    target,
    receiver: receiverOf(target),
  }));
  await deps.store.deliveries.plan({ lane, lastId, count, at: now, message, deliveries });
  return true;
}

/** None: the notice is dropped because its rule is muted or deleted, or has no recipients. */
async function targetsNow(
  { store, hasMail }: PlanDeps,
  { to, isTest }: WaitingLane,
  rule: AlertRule | undefined,
  now: number,
): Promise<Target[]> {
  if (to.kind === "person") return hasMail ? [{ kind: "mail", to: to.userId }] : [];
  if (!rule || (!isTest && (rule.mutedUntil ?? 0) > now)) return [];
  const targets = await targetsOf(store, rule);
  return targets.filter((target) => hasMail || isTest || !("asMember" in target));
}

async function pacingOf(
  { store }: PlanDeps,
  lane: WaitingLane,
  pace: Pace,
  now: number,
): Promise<Pacing> {
  if (lane.isTest) return { kind: "send", why: {} };
  return paceOf(lane, pace, await store.deliveries.sentAt(lane, now - 2 * hourMs), now);
}

async function messageNow(
  { store }: PlanDeps,
  lane: WaitingLane,
  why: Extract<Pacing, { kind: "send" }>["why"],
) {
  const notices = await store.notices.unplanned(lane, { lastId: lane.lastId, limit: mostNotices });
  return messageOf(
    notices.map(({ notice }) => notice),
    lane.count,
    why,
  );
}
