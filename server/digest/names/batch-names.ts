import {
  type CardinalityLimits,
  type Dimension,
  overflowName,
} from "#server/domain/cardinality/limits.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { dayMs } from "#server/domain/time.ts";
import type { NameTransaction } from "#server/storage/names/name-store.ts";
import type { Known, NameMemory } from "./known-names.ts";

/** Names of one kind in one project used by a batch. Looked up once and read thousands of times. */
class NameSet {
  readonly wanted = new Map<string, number>();
  readonly refused = new Set<string>();
  readonly projectId: ProjectId;
  readonly dimension: Dimension;
  readonly #known: Known | undefined;
  readonly #isFull: boolean;
  readonly #today: number;

  constructor(projectId: ProjectId, dimension: Dimension, memory: NameMemory) {
    this.projectId = projectId;
    this.dimension = dimension;
    this.#known = memory.known(projectId, dimension);
    this.#isFull = this.#known !== undefined && memory.isFull(this.#known);
    this.#today = Math.floor(memory.now() / dayMs);
  }

  /** `at`: the time of receipt or of the event, ignoring clocks in the future. */
  ask(name: string, at: number): void {
    const seenOn = this.#known?.days.get(name);
    const day = Math.min(Math.floor(at / dayMs), this.#today);
    if (seenOn !== undefined && seenOn >= day) return;
    // An empty name is not counted as invented.
    if (name === "" || name === overflowName) return;
    if (seenOn === undefined && this.#isFull) this.refused.add(name);
    else this.wanted.set(name, Math.max(day, this.wanted.get(name) ?? day));
  }

  /** The name must have been requested. */
  has(name: string): boolean {
    return this.refused.size === 0 || !this.refused.has(name);
  }
}

/**
 * Names of one batch. First request all names, then `settle` decides, then `has` returns which may
 * be used.
 */
export class BatchNames {
  readonly limits: CardinalityLimits;
  readonly #memory: NameMemory;
  readonly #projects = new Map<ProjectId, Map<Dimension, NameSet>>();
  readonly #learned: { set: NameSet; known: Known }[] = [];

  constructor(memory: NameMemory) {
    this.#memory = memory;
    this.limits = memory.limits;
  }

  of(projectId: ProjectId, dimension: Dimension): NameSet {
    const sets = this.#projects.get(projectId) ?? new Map<Dimension, NameSet>();
    const set = sets.get(dimension) ?? new NameSet(projectId, dimension, this.#memory);
    if (sets.size === 0) this.#projects.set(projectId, sets);
    sets.set(dimension, set);
    return set;
  }

  ask(projectId: ProjectId, dimension: Dimension, name: string, at: number): void {
    this.of(projectId, dimension).ask(name, at);
  }

  has(projectId: ProjectId, dimension: Dimension, name: string): boolean {
    return this.of(projectId, dimension).has(name);
  }

  /** The name, or its replacement. */
  nameOf(projectId: ProjectId, dimension: Dimension, name: string): string {
    return this.has(projectId, dimension, name) ? name : overflowName;
  }

  /** Whether any name was refused. Most batches need no check of individual names. */
  refusesAny(projectId: ProjectId): boolean {
    return (
      this.#projects
        .get(projectId)
        ?.values()
        .some(({ refused }) => refused.size > 0) ?? false
    );
  }

  async settle(transaction: NameTransaction): Promise<void> {
    const sets = [...this.#projects.values()]
      .flatMap((all) => [...all.values()])
      .filter(({ wanted }) => wanted.size > 0);
    if (sets.length === 0) return;
    const answers = await transaction.takeNames(
      sets.map(({ projectId, dimension, wanted }) => ({
        projectId,
        dimension,
        names: wanted,
        most: this.limits[dimension],
      })),
    );
    for (const [index, set] of sets.entries()) {
      const { taken, all } = answers[index]!;
      const days = all ?? new Map([...set.wanted].filter(([name]) => taken.has(name)));
      this.#learned.push({
        set,
        known: { days: new Map(days), ...(all && { fullAt: this.#memory.now() }) },
      });
      for (const name of set.wanted.keys()) if (!taken.has(name)) set.refused.add(name);
      set.wanted.clear();
    }
  }

  /** Call after the batch is stored. */
  remember(): void {
    for (const { set, known } of this.#learned)
      this.#memory.remember(set.projectId, set.dimension, known);
  }
}
