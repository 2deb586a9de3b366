import type { CardinalityLimits, Dimension } from "#server/domain/cardinality/limits.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { BatchNames } from "./batch-names.ts";

/**
 * Names of one kind in one project: each with the last UTC day that storage knows it was used on.
 */
export type Known = {
  days: Map<string, number>;
  /** When no other name had room; `days` then has all there are. */
  fullAt?: number;
};

/**
 * Names that projects use, as far as this process has seen them: most batches find all theirs here
 * and ask storage nothing.
 */
export type KnownNames = {
  /** For one batch: nothing of it is remembered unless the batch is stored. */
  begin(): BatchNames;
};

export type NameMemory = {
  limits: CardinalityLimits;
  now: () => number;
  known: (projectId: ProjectId, dimension: Dimension) => Known | undefined;
  isFull: (known: Known) => boolean;
  remember: (projectId: ProjectId, dimension: Dimension, learned: Known) => void;
};

/** About 30 MiB at the most; what is forgotten is asked for again. */
const mostNames = 200_000;
/** For so long a full list is believed: retention may have made room. */
const fullMs = 60_000;

export function createKnownNames(
  limits: CardinalityLimits,
  now: () => number = Date.now,
  most: number = mostNames,
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
      if (size > most) [projects, size] = [new Map(), 0];
      const key = keyOf(projectId, dimension);
      // A full list takes the place of what was known: names that were given back are gone from it.
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
