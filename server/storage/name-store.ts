import type { Dimension } from "#server/domain/cardinality/limits.ts";
import type { ProjectId } from "#server/domain/ids.ts";

/** Names of one kind that a batch would use, each with the UTC day (days since 1970) on which it came. */
export type AskedNames = {
  projectId: ProjectId;
  dimension: Dimension;
  names: ReadonlyMap<string, number>;
  most: number;
};

export type TakenNames = {
  /** Of the names asked, those that may be used: known ones, and new ones while there was room. */
  taken: ReadonlySet<string>;
  /** Where a name found no room: every name that the project has, with the day on which it last came. */
  all?: ReadonlyMap<string, number>;
};

/** The digest's side, in `DigestTransaction`. */
export interface NameTransaction {
  /** Notes that these names came, in the order given; the answers are in the same order. */
  takeNames(asked: AskedNames[]): Promise<TakenNames[]>;
}

export interface NameStore {
  /** How many names of each kind a project uses. */
  counts(projectId: ProjectId): Promise<Map<Dimension, number>>;
  /**
   * Gives back the names of a project that came last before the day `unseenSince`, and those that came on a single day before
   * `onceBefore`. What lists print of them goes along; counts of their environments are added to those of "(other)".
   */
  free(freed: FreedNames): Promise<number>;
}

export type FreedNames = { projectId: ProjectId; dimension: Dimension; unseenSince: number; onceBefore: number };
