import { tagValueLimits } from "#server/domain/cardinality/limits.ts";
import { overLimitReason } from "#server/domain/cardinality/over-limit.ts";
import { hourOf, type LedgerEntry } from "#server/domain/ledger.ts";
import type { DigestChanges } from "#server/storage/digest-store.ts";

type Tag = DigestChanges["tags"][number];

/** For so long a project that is full is believed to be. */
const fullMs = 600_000;

/**
 * How many values of tags the issues of each project have together: read once and counted here from then on, so that a batch does not
 * read it. Other processes add to it, and what is deleted is noticed once the limit is reached: it is overrun by little.
 */
export class TagRoom {
  readonly #projects = new Map<number, { values: number; readAt: number }>();
  readonly #most: number;

  constructor(most: number = tagValueLimits.perProject) {
    this.#most = most;
  }

  /** Whether the project's values have to be counted before it takes another one. */
  isUnknown(projectId: number, now: number): boolean {
    const known = this.#projects.get(projectId);
    return !known || (known.values >= this.#most && now - known.readAt > fullMs);
  }

  read(projectId: number, values: number, now: number): void {
    this.#projects.set(projectId, { values, readAt: now });
  }

  has(projectId: number): boolean {
    return (this.#projects.get(projectId)?.values ?? 0) < this.#most;
  }

  take(projectId: number): void {
    const known = this.#projects.get(projectId);
    if (known) known.values += 1;
  }
}

/** Of a value that is counted with its key alone, because its issue or its project has too many. */
export const overTagValues = ({ projectId, lastSeen, count }: Tag): LedgerEntry => ({
  ...{ projectId, hour: hourOf(lastSeen), outcome: "over-limit", category: "error", quantity: count },
  reason: overLimitReason("tagValues"),
});
