import { nextTry } from "#server/domain/delivery/back-off.ts";
import { type DeliveryState, isTest } from "#server/domain/delivery/delivery.ts";
import type { Outcome } from "#server/domain/delivery/outcome.ts";
import type { Log } from "#server/telemetry/log.ts";
import type { ClaimedDelivery, DeliveryStore } from "#server/storage/alerts/delivery-store.ts";

export type DelivererDeps = {
  deliveries: Pick<DeliveryStore, "claim" | "settle" | "release">;
  send: (delivery: ClaimedDelivery) => Promise<Outcome>;
  now: () => number;
  /** From 0 to 1, for retry jitter. */
  chance: () => number;
  log: Log;
  /** For deliveries that aren't retried. */
  onEnded?: (state: "delivered" | "failed") => void;
};

/**
 * `turn` starts due deliveries without waiting for them and returns their number. `stop` waits
 * briefly for running ones and releases the rest.
 */
type Deliverer = { turn(): Promise<number>; stop(): Promise<void> };

/** An attempt ends within 30 s (`notify`), so an expired lease means a dead process. */
const bounds = { leaseMs: 120_000, perReceiver: 4 };
const mostAtOnce = 32;
const lastMomentMs = 2_000;

/** Sends many deliveries at once, but few per receiver: a slow receiver delays only itself. */
export function createDeliverer({
  deliveries,
  send,
  now,
  chance,
  log,
  onEnded,
}: DelivererDeps): Deliverer {
  const underWay = new Map<number, { claimed: ClaimedDelivery; done: Promise<void> }>();
  let stopped = false;
  let refilling = false;

  async function deliver(claimed: ClaimedDelivery): Promise<void> {
    const outcome = await send(claimed).catch((error: unknown): Outcome => {
      log("error", "A delivery failed unexpectedly.", { error, delivery: claimed.id });
      return { kind: "unsettled", answer: "Internal error. See the server log." };
    });
    if (!underWay.has(claimed.id)) return;
    const after = stateAfter(claimed, outcome);
    await deliveries.settle(claimed, after, outcome.answer);
    if (after.state === "delivered" || after.state === "failed") onEnded?.(after.state);
  }

  function stateAfter({ tries, since, message }: ClaimedDelivery, outcome: Outcome): DeliveryState {
    const at = now();
    if (outcome.kind === "delivered") return { state: "delivered", at };
    if (outcome.kind === "failed" || isTest(message)) return { state: "failed", at };
    const { retryAfterMs } = outcome;
    const dueAt = nextTry({
      tries,
      since,
      now: at,
      chance: chance(),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    });
    return dueAt === undefined ? { state: "failed", at } : { state: "retrying", dueAt };
  }

  function begin(claimed: ClaimedDelivery): void {
    const done = deliver(claimed)
      .catch((error: unknown) =>
        log("error", "The result of a delivery could not be stored.", { error }),
      )
      .finally(() => {
        underWay.delete(claimed.id);
        refill();
      });
    underWay.set(claimed.id, { claimed, done });
  }

  /** Deliveries that end in one event-loop turn are replaced together. */
  function refill(): void {
    if (refilling || stopped) return;
    refilling = true;
    setImmediate(() => {
      refilling = false;
      void turn().catch((error: unknown) =>
        log("error", "Due deliveries could not be read.", { error }),
      );
    });
  }

  async function turn(): Promise<number> {
    if (stopped) return 0;
    const claimed = await deliveries.claim(now(), { ...bounds, limit: mostAtOnce - underWay.size });
    if (stopped) await deliveries.release(claimed);
    else claimed.forEach(begin);
    return claimed.length;
  }

  return {
    turn,
    async stop() {
      stopped = true;
      const all = Promise.all([...underWay.values()].map(({ done }) => done));
      await Promise.race([
        all,
        new Promise((resolve) => setTimeout(resolve, lastMomentMs).unref()),
      ]);
      const left = [...underWay.values()].map(({ claimed }) => claimed);
      underWay.clear();
      await deliveries.release(left);
    },
  };
}
