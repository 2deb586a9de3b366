import { dayMs } from "#server/domain/time.ts";
import type { Doer } from "#server/domain/people/audit.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Store } from "#server/storage/store.ts";
import { untilTried } from "./sign-in/until-tried.ts";

type Deps = { store: Pick<Store, "deliveries">; now: () => number };

/**
 * Retries immediately. Returns after the attempt or after a few seconds. "conflict": it is being
 * sent or was delivered.
 */
export async function retryDelivery(
  { store: { deliveries }, now }: Deps,
  { id: projectId }: Pick<Project, "id">,
  id: number,
): Promise<Problem | undefined> {
  if (!(await deliveries.retry(projectId, id, now()))) return underWay;
  await untilTried(async () => {
    const found = await deliveries.find(projectId, id);
    return found ? [found] : [];
  });
  return undefined;
}

/**
 * Cancels a delivery that waits for its next attempt. "conflict": it is being sent or has ended.
 */
export async function cancelDelivery(
  { store, now }: Deps,
  { viewer }: Doer,
  project: Project,
  id: number,
): Promise<Problem | undefined> {
  const answer = `Canceled by ${viewer.user.name}.`;
  return (await store.deliveries.cancel(project.id, id, now(), answer)) ? undefined : underWay;
}

/** Retries all deliveries of all projects that failed in the last day. Returns their number. */
export const retryFailedDeliveries = ({ store, now }: Deps): Promise<number> =>
  store.deliveries.retryFailed(now() - dayMs, now());

const underWay: Problem = {
  problem: "conflict",
  detail: "This delivery is in progress or has already ended. Reload the page.",
};
