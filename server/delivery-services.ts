import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Doer } from "#server/people-services.ts";

/** The part of `Commands` (services.ts) by which people see to it that messages arrive. */
export interface DeliveryCommands {
  /** Tries again at once, and answers once it was tried or after a few seconds. "conflict": it is being sent, or was delivered. */
  retryDelivery(project: Pick<Project, "id">, id: number): Promise<Problem | undefined>;
  /** Ends one that waits for its next try. "conflict": it is being sent, or has ended. */
  cancelDelivery(by: Doer, project: Project, id: number): Promise<Problem | undefined>;
  /** All that failed in the last day, of every project. Returns how many. */
  retryFailedDeliveries(): Promise<number>;
}
