import type { Dimension, LimitName } from "#server/domain/cardinality/limits.ts";
import { overLimitReason } from "#server/domain/cardinality/over-limit.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import { hourOf } from "#server/domain/time.ts";
import type { BatchNames } from "#server/digest/names/batch-names.ts";

/**
 * Files data under the names that have room, so that sums stay exact, and counts names without
 * room. Bodies don't change: an event's page shows its names as sent.
 */
export class Folding {
  readonly outcomes: OutcomeEntry[] = [];
  protected readonly names: BatchNames;
  readonly #refusing = new Map<ProjectId, boolean>();

  constructor(names: BatchNames) {
    this.names = names;
  }

  count(
    over: LimitName[],
    of: { projectId: ProjectId; receivedAt: number; category: string },
    quantity = 1,
  ): void {
    const { projectId, receivedAt, category } = of;
    for (const dimension of over)
      this.outcomes.push({
        projectId,
        hour: hourOf(receivedAt),
        outcome: "over-limit",
        category,
        quantity,
        reason: overLimitReason(dimension),
      });
  }

  /** Called after all names are settled, for each event and trace of a batch. */
  protected refusesAny(projectId: ProjectId): boolean {
    const known = this.#refusing.get(projectId) ?? this.names.refusesAny(projectId);
    this.#refusing.set(projectId, known);
    return known;
  }

  /** The limits that these names exceed. */
  protected over(
    projectId: ProjectId,
    used: { [dimension in Dimension]?: string | undefined },
  ): Dimension[] {
    return (Object.keys(used) as Dimension[]).filter((dimension) => {
      const name = used[dimension];
      return name !== undefined && !this.names.has(projectId, dimension, name);
    });
  }
}
