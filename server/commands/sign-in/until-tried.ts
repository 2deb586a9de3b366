import { setTimeout as sleep } from "node:timers/promises";
import type { ListedDelivery } from "#server/storage/alerts/delivery-store.ts";

/** So long a page waits for what it set off; what takes longer is seen when it is read again. */
const patienceMs = 4_000;
const lookEveryMs = 50;

/** Looks until all that `look` finds, one at least, were tried. */
export async function untilTried(look: () => Promise<ListedDelivery[]>): Promise<void> {
  for (let waited = 0; waited < patienceMs; waited += lookEveryMs) {
    await sleep(lookEveryMs);
    const found = await look();
    if (found.length > 0 && found.every(({ state }) => state.state !== "pending")) return;
  }
}
