import { setTimeout as sleep } from "node:timers/promises";
import type { ListedDelivery } from "#server/storage/alerts/delivery-store.ts";

/** A page waits this long for the result of an action. Slower results appear on the next load. */
const patienceMs = 4_000;
const lookEveryMs = 50;

/** Polls until all items found by `look`, at least one, were tried. */
export async function untilTried(look: () => Promise<ListedDelivery[]>): Promise<void> {
  for (let waited = 0; waited < patienceMs; waited += lookEveryMs) {
    await sleep(lookEveryMs);
    const found = await look();
    if (found.length > 0 && found.every(({ state }) => state.state !== "pending")) return;
  }
}
