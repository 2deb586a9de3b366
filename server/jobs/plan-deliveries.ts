import type { AlertRule } from "#server/domain/alert/rule.ts";
import type { Channel, Pace } from "#server/domain/alert/channel.ts";
import { messageOf, mostNotices, type Target } from "#server/domain/delivery/delivery.ts";
import { paceOf } from "#server/domain/delivery/pacing.ts";
import type { UserId } from "#server/domain/ids.ts";
import { hourMs } from "#server/domain/ledger.ts";
import type { WaitingLane } from "#server/storage/notice-store.ts";
import type { Store } from "#server/storage/store.ts";
import { alertReaders } from "./alert-readers.ts";

export type PlanParts = {
  store: Pick<Store, "notices" | "deliveries" | "alerts" | "people" | "members" | "noticeChoices">;
  /** 32 hex digits. */
  makeMessageId: () => string;
};

/** Nobody says so much to one person by hand. */
const personalPace: Pace = { mostPerHour: 60 };

/** Makes deliveries of the notices whose time has come, lane by lane; the others wait on. Returns how many lanes went. */
export async function planDeliveries(parts: PlanParts, now: number): Promise<number> {
  let planned = 0;
  for (const lane of await parts.store.notices.waiting()) if (await planLane(parts, lane, now)) planned++;
  return planned;
}

async function planLane(parts: PlanParts, lane: WaitingLane, now: number): Promise<boolean> {
  const { store } = parts;
  const { lastId, count, projectId, to } = lane;
  const rule = to.kind === "rule" ? await store.alerts.find(projectId, to.ruleId) : undefined;
  const isUnheard = to.kind === "rule" && (!rule || (!lane.isTest && (rule.mutedUntil ?? 0) > now));
  if (isUnheard) return letGo(parts, lane, now);
  const sentAt = await store.deliveries.sentAt(lane, now - 2 * hourMs);
  const pacing = lane.isTest
    ? ({ kind: "send", why: {} } as const)
    : paceOf(lane, rule?.pace ?? personalPace, sentAt, now);
  if (pacing.kind === "wait") return false;
  const targets = rule ? await targetsOf(parts, rule) : mailTo((to as { userId: UserId }).userId);
  const notices = await store.notices.unplanned(lane, { lastId, limit: mostNotices });
  const message = messageOf(
    notices.map(({ notice }) => notice),
    count,
    pacing.why,
  );
  const deliveries = targets.map((target) => ({
    ...{ messageId: parts.makeMessageId(), target, receiver: receiverOf(target) },
  }));
  await store.deliveries.plan({ lane, lastId, at: now, message, deliveries });
  return true;
}

async function letGo({ store }: PlanParts, lane: WaitingLane, at: number): Promise<true> {
  await store.deliveries.plan({ lane, lastId: lane.lastId, at, deliveries: [] });
  return true;
}

/** One a recipient, none twice. */
async function targetsOf(parts: PlanParts, { channels, projectId }: AlertRule): Promise<Target[]> {
  const targets = await Promise.all(channels.map((channel) => targetsOfChannel(parts, channel, projectId)));
  // Whoever is named is told for that, and not as one of all members: the last of a key stays.
  const byName = targets.flat().toSorted((a, b) => Number("asMember" in b) - Number("asMember" in a));
  return [...new Map(byName.map((target) => [keyOf(target), target])).values()];
}

async function targetsOfChannel(
  { store }: PlanParts,
  channel: Channel,
  projectId: AlertRule["projectId"],
): Promise<Target[]> {
  if (channel.kind === "mail-members")
    return (await alertReaders(store, projectId)).map((to) => ({ kind: "mail", to, asMember: true }));
  if (channel.kind !== "mail") return [channel];
  const people = await Promise.all(channel.to.map((address) => store.people.byEmail(address)));
  return people.map((person, at) => ({ kind: "mail", to: person?.id ?? channel.to[at]! }));
}

const keyOf = (target: Target) => (target.kind === "mail" ? `mail ${target.to}` : JSON.stringify(target));

const mailTo = (to: UserId): Target[] => [{ kind: "mail", to }];

/** Who may be slow, and then holds up nobody else. Each sealed text is one of its own. */
function receiverOf(target: Target): string {
  if (target.kind === "webhook") return new URL(target.url).origin;
  return target.kind === "slack" ? target.sealedUrl.slice(0, 32) : "mail";
}
