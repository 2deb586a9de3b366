import type { AlertRule } from "#server/domain/alert/rule.ts";
import { paceOf, type Pacing } from "#server/domain/delivery/pacing.ts";
import { hourMs } from "#server/domain/time.ts";
import type { Services } from "#server/services.ts";
import { type ShownDelivery, shownDelivery } from "./shown-delivery.ts";

export type DeliveryHistory = {
  rows: ShownDelivery[];
  next?: string;
  waiting?: WaitingNotices;
};

/** What a rule has to say and why it does not say it yet. */
export type WaitingNotices = { count: number } & Pick<
  Extract<Pacing, { kind: "wait" }>,
  "until" | "because"
>;

/**
 * What became of the messages of a rule, the newest first, for its page; 10 unless asked otherwise.
 */
export async function readDeliveries(
  { store, now }: Pick<Services, "store" | "now">,
  rule: AlertRule,
  { cursor, limit = 10 }: { cursor?: string | undefined; limit?: number } = {},
): Promise<DeliveryHistory> {
  const page = { ruleId: rule.id, limit, ...(cursor !== undefined && { cursor }) };
  const { rows, next } = await store.deliveries.list(page);
  const waiting = await readWaiting(store, rule, now());
  return {
    rows: rows.map(shownDelivery),
    ...(next !== undefined && { next }),
    ...(waiting && { waiting }),
  };
}

async function readWaiting(
  store: Services["store"],
  rule: AlertRule,
  now: number,
): Promise<WaitingNotices | undefined> {
  const lane = (await store.notices.waiting()).find(
    ({ to, isTest }) => to.kind === "rule" && to.ruleId === rule.id && !isTest,
  );
  if (!lane) return undefined;
  const pacing = paceOf(
    lane,
    rule.pace,
    await store.deliveries.sentAt(lane, now - 2 * hourMs),
    now,
  );
  return pacing.kind === "wait"
    ? { count: lane.count, until: pacing.until, because: pacing.because }
    : undefined;
}
