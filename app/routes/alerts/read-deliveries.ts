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

/** Pending notifications of a rule, and why they are delayed. */
export type WaitingNotices = { count: number } & Pick<
  Extract<Pacing, { kind: "wait" }>,
  "until" | "because"
>;

/** Deliveries of a rule for its page, newest first; default: 10. */
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
