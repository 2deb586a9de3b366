import type { CardinalityLimits, Dimension } from "#server/domain/cardinality/limits.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { BatchNames } from "./batch-names.ts";

/** Names of one kind in one project, each with the last UTC day of use known to storage. */
export type Known = {
  days: Map<string, number>;
  /** Set when the limit was last reached. Then `days` contains all names. */
  fullAt?: number;
};

/**
 * Names of projects seen by this process. Most batches find all their names here without a query.
 */
export type KnownNames = {
  /** For one batch. Discarded unless the batch is stored. */
  begin(): BatchNames;
};

export type NameMemory = {
  limits: CardinalityLimits;
  now: () => number;
  known: (projectId: ProjectId, dimension: Dimension) => Known | undefined;
  isFull: (known: Known) => boolean;
  remember: (projectId: ProjectId, dimension: Dimension, learned: Known) => void;
};

/** At most about 30 MiB. Forgotten names are looked up again. */
const mostNames = 200_000;
/** A full list is trusted for this long; retention may free names. */
const fullMs = 60_000;

export function createKnownNames(
  limits: CardinalityLimits,
  now: () => number = Date.now,
): KnownNames {
  let projects = new Map<string, Known>();
  let size = 0;
  const keyOf = (projectId: ProjectId, dimension: Dimension) => `${projectId} ${dimension}`;
  const memory: NameMemory = {
    limits,
    now,
    known: (projectId, dimension) => projects.get(keyOf(projectId, dimension)),
    isFull: ({ fullAt }) => fullAt !== undefined && now() - fullAt < fullMs,
    remember(projectId, dimension, { days, fullAt }) {
      if (size > mostNames) [projects, size] = [new Map(), 0];
      const key = keyOf(projectId, dimension);
      // A full list replaces the known names, without those that were freed.
      const known = fullAt === undefined ? projects.get(key) : undefined;
      size -= projects.get(key)?.days.size ?? 0;
      const all = known?.days ?? new Map<string, number>();
      for (const [name, day] of days) all.set(name, day);
      size += all.size;
      projects.set(key, { days: all, ...(fullAt !== undefined && { fullAt }) });
    },
  };
  return { begin: () => new BatchNames(memory) };
}
