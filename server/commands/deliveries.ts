import type { DeliveryCommands } from "#server/delivery-services.ts";
import { dayMs } from "#server/domain/ledger.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Store } from "#server/storage/store.ts";
import { untilTried } from "./until-tried.ts";

type Parts = { store: Pick<Store, "deliveries">; now: () => number };

/** How people see to it that messages arrive. */
export function deliveryCommands({ store: { deliveries }, now }: Parts): DeliveryCommands {
  return {
    async retryDelivery({ id: projectId }, id) {
      if (!(await deliveries.retry(projectId, id, now()))) return underWay;
      await untilTried(async () => {
        const found = await deliveries.find(projectId, id);
        return found ? [found] : [];
      });
      return undefined;
    },
    async cancelDelivery({ viewer }, project, id) {
      const answer = `Canceled by ${viewer.user.name}.`;
      return (await deliveries.cancel(project.id, id, now(), answer)) ? undefined : underWay;
    },
    retryFailedDeliveries: () => deliveries.retryFailed(now() - dayMs, now()),
  };
}

const underWay: Problem = { problem: "conflict", detail: "It is being sent or has already ended. Reload the page." };
