import type { AlertRule } from "#server/domain/alert/rule.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Doer } from "#server/people-services.ts";

/** The part of `Commands` (services.ts) by which people see to it that messages arrive. */
export interface DeliveryCommands {
  /**
   * Sends a message by all channels of the rule, muted or not, and answers once each was tried, or after a few seconds. What
   * became of it stands in the rule's history. "conflict": the last test has not been sent yet.
   */
  sendTestNotice(by: Doer, project: Project, rule: AlertRule): Promise<Problem | undefined>;
  /** Tries again at once. "conflict": it is being sent just now, or was delivered. */
  retryDelivery(project: Pick<Project, "id">, id: number): Promise<Problem | undefined>;
  /** Ends one that waits for its next try. */
  cancelDelivery(by: Doer, project: Project, id: number): Promise<Problem | undefined>;
  /** All that failed in the last day, of every project. Returns how many. */
  retryFailedDeliveries(): Promise<number>;
}
